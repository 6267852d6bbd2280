import { useSyncExternalStore } from 'react'

/** As in the style sheets: up to this width there is room for one column only. */
export const narrow = '(max-width: 40rem)'

/** From this width on, a server's pages have the sidebar beside them, and the header has room for its links. */
export const wide = '(min-width: 64rem)'

/** Whether a media query matches, updated as that changes. */
export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    changed => {
      const media = matchMedia(query)
      media.addEventListener('change', changed)
      return () => media.removeEventListener('change', changed)
    },
    () => matchMedia(query).matches,
    // When prerendering, the screen is unknown.
    () => false,
  )
}
