/** Prefix of each key, so that nothing else in the tab's storage is mistaken for it. */
const own = 'kept '

/** For browsers that store nothing or have no room left: lasts until the page is reloaded. */
const unstored = new Map<string, string>()

/** What this tab remembers across reloads, as text; '' for anything it does not remember. */
export const tabMemory = {
  read(key: string): string {
    try {
      return unstored.get(key) ?? sessionStorage.getItem(own + key) ?? ''
    } catch {
      return ''
    }
  },
  write(key: string, text: string): void {
    unstored.delete(key)
    try {
      sessionStorage.removeItem(own + key)
      if (text !== '') sessionStorage.setItem(own + key, text)
    } catch {
      if (text !== '') unstored.set(key, text)
    }
  },
  /** Whether the contents belong to somebody who has signed in. */
  hasOwner: (): boolean => tabMemory.read('owner') !== '',
  /** Notes who is signed in, and clears what belongs to somebody else, whose session has ended in the meantime. */
  setOwner(userId: string): void {
    const before = tabMemory.read('owner')
    if (before === userId) return
    if (before !== '') tabMemory.clear()
    tabMemory.write('owner', userId)
  },
  /** Clears everything, so that whoever signs in here next cannot read it. */
  clear(): void {
    unstored.clear()
    try {
      for (const name of Object.keys(sessionStorage)) if (name.startsWith(own)) sessionStorage.removeItem(name)
    } catch {
      // The browser stores nothing.
    }
  },
}
