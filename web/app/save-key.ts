import { useKeyDown } from '#web/ui/use-key-down.ts'

/** Ctrl+S and Cmd+S save the form, wherever the focus is, instead of saving the page as a file. */
export function useSaveKey(save: () => void): void {
  useKeyDown(event => {
    if (event.key.toLowerCase() !== 's' || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey) return
    event.preventDefault()
    save()
  })
}
