/** Writes to the browser's console, for failures that the page itself does not show. */
export function logToConsole(message: string, error?: unknown): void {
  const { console } = window
  if (error === undefined) console.info(message)
  else console.error(message, error)
}
