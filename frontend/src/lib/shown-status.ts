/** An error's status as failures show it. A network failure has the status 0. */
export const shownStatus = (status: number): string => (status === 0 ? '000 No connection' : String(status))
