/** What this tab remembers through a reload, as text. A browser may keep nothing at all: then it reads ''. */
export const tabMemory = {
  read(key: string): string {
    try {
      return sessionStorage.getItem(key) ?? ''
    } catch {
      return ''
    }
  },
  /** @param text '' to forget it */
  write(key: string, text: string): void {
    try {
      if (text === '') sessionStorage.removeItem(key)
      else sessionStorage.setItem(key, text)
    } catch {
      // It is still on the page.
    }
  },
  /** Whoever signs in here next reads nothing of it. */
  clear(): void {
    try {
      sessionStorage.clear()
    } catch {
      // A browser that keeps nothing.
    }
  },
}
