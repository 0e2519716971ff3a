import { Component, type ReactNode } from 'react'

export interface ErrorBoundaryProps {
  /** What stands in the place of children that cannot be drawn. `retry` draws them anew. */
  renderFailure(retry: () => void): ReactNode
  /** Another value draws the children anew, as another address does for a screen. */
  resetKey?: unknown
  children: ReactNode
}

interface ErrorBoundaryState {
  hasFailed: boolean
  resetKey: unknown
}

/** Keeps an error in its children from taking the rest of the page along. React writes it to the console. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, ErrorBoundaryState> {
  override state: ErrorBoundaryState = { hasFailed: false, resetKey: this.props.resetKey }

  static getDerivedStateFromError(): Partial<ErrorBoundaryState> {
    return { hasFailed: true }
  }

  static getDerivedStateFromProps(
    { resetKey }: ErrorBoundaryProps,
    state: ErrorBoundaryState,
  ): ErrorBoundaryState | null {
    return resetKey === state.resetKey ? null : { hasFailed: false, resetKey }
  }

  readonly #retry = () => this.setState({ hasFailed: false })

  override render(): ReactNode {
    return this.state.hasFailed ? this.props.renderFailure(this.#retry) : this.props.children
  }
}
