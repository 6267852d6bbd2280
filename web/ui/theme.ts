import { useSyncExternalStore } from 'react'

type Theme = 'dark' | 'light'

/** The key that /theme.js reads before the first paint. */
const storageKey = 'palisade-theme'
const listeners = new Set<() => void>()

/** Whether a theme was chosen in this page, for browsers where storage is forbidden. */
let isChosenHere = false

const current = (): Theme => (document.documentElement.dataset.theme === 'light' ? 'light' : 'dark')

function show(theme: Theme) {
  document.documentElement.dataset.theme = theme
  for (const listener of listeners) listener()
}

function choose(theme: Theme) {
  isChosenHere = true
  try {
    localStorage.setItem(storageKey, theme)
  } catch {
    // Storage may be forbidden; then the choice lasts as long as the page.
  }
  show(theme)
}

function isChosen(): boolean {
  try {
    return isChosenHere || localStorage.getItem(storageKey) !== null
  } catch {
    return isChosenHere
  }
}

/** Until a theme is chosen, the system's is used, and followed when it changes in the evening. */
function followSystem({ matches }: Pick<MediaQueryListEvent, 'matches'>) {
  if (!isChosen()) show(matches ? 'light' : 'dark')
}

let system: MediaQueryList | undefined

function subscribe(listener: () => void) {
  listeners.add(listener)
  if (!system) {
    system = matchMedia('(prefers-color-scheme: light)')
    system.addEventListener('change', followSystem)
  }
  return () => listeners.delete(listener)
}

/** The theme on screen, and a function to choose another, which this browser remembers. */
export function useTheme(): [Theme, (theme: Theme) => void] {
  return [useSyncExternalStore(subscribe, current, (): Theme => 'dark'), choose]
}
