import { isTyping, useKeyDown } from '#web/ui/use-key-down.ts'

/**
 * Single-key shortcuts, active while nobody is typing and no dialog is open.
 * @param keys by typed character: 'r', '['
 */
export function useTicketKeys(keys: Readonly<Record<string, (() => void) | undefined>>): void {
  useKeyDown(event => {
    const act = keys[event.key.toLowerCase()]
    if (!act || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || isTyping(event.target))
      return
    if (document.querySelector('[role=dialog],[role=menu]')) return
    event.preventDefault()
    act()
  })
}
