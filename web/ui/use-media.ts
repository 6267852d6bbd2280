import { useSyncExternalStore } from 'react'

/** As the style sheets have it: from here on there is room for one column only. */
export const narrow = '(max-width: 40rem)'

/** From here on a server's pages have their sidebar beside them, and the header has room for its links. */
export const wide = '(min-width: 64rem)'

/** Whether a media query holds, as it changes. */
export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    changed => {
      const media = matchMedia(query)
      media.addEventListener('change', changed)
      return () => media.removeEventListener('change', changed)
    },
    () => matchMedia(query).matches,
    // Rendered ahead, nobody knows for which screen.
    () => false,
  )
}
