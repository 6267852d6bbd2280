import { useKeyDown } from '#web/ui/use-key-down.ts'

/** Ctrl+Z and Ctrl+Shift+Z undo and redo changes of the whole message, wherever the focus is; Ctrl+Enter sends. */
export function useKeys(keys: { undo: () => void; redo: () => void; send: () => void; on: boolean }): void {
  useKeyDown(event => {
    if (!keys.on || !(event.ctrlKey || event.metaKey) || event.altKey) return
    const key = event.key.toLowerCase()
    const act =
      key === 'enter'
        ? keys.send
        : key === 'y' || (key === 'z' && event.shiftKey)
          ? keys.redo
          : key === 'z'
            ? keys.undo
            : undefined
    if (!act) return
    event.preventDefault()
    act()
  })
}
