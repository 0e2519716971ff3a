import { Component, type ReactNode } from 'react'

export interface ErrorBoundaryProps {
  /** Replaces children that cannot be rendered. `retry` renders them again. */
  renderFailure(retry: () => void): ReactNode
  /** A new value renders the children again, for example when a screen's address changes. */
  resetKey?: unknown
  children: ReactNode
}

interface ErrorBoundaryState {
  hasFailed: boolean
  resetKey: unknown
}

/** Keeps an error in its children from breaking the rest of the page. React logs it to the console. */
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
