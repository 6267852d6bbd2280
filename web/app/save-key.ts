import { useKeyDown } from '#web/ui/use-key-down.ts'

/** Ctrl+S and Cmd+S save what changed, whatever has the focus, instead of the page as a file. */
export function useSaveKey(save: () => void): void {
  useKeyDown(event => {
    if (event.key.toLowerCase() !== 's' || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey) return
    event.preventDefault()
    save()
  })
}
