/** Before each key, so that nothing else that a tab keeps is taken for it. */
const own = 'kept '

/** Of a browser that stores nothing, or has no room: it lasts until the page is loaded anew. */
const unstored = new Map<string, string>()

/** What this tab remembers through a reload, as text. What it does not remember reads ''. */
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
  /** Whether what is kept is somebody's who has signed in. */
  hasOwner: (): boolean => tabMemory.read('owner') !== '',
  /** Whoever is signed in here: of somebody before them, whose session has ended meanwhile, they read nothing. */
  belongTo(userId: string): void {
    const before = tabMemory.read('owner')
    if (before === userId) return
    if (before !== '') tabMemory.clear()
    tabMemory.write('owner', userId)
  },
  /** Whoever signs in here next reads nothing of it. */
  clear(): void {
    unstored.clear()
    try {
      for (const name of Object.keys(sessionStorage)) if (name.startsWith(own)) sessionStorage.removeItem(name)
    } catch {
      // A browser that stores nothing.
    }
  },
}
