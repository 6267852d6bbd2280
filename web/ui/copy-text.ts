/**
 * Copies text to the clipboard, also where `navigator.clipboard` is missing: browsers offer it only on https and
 * localhost, and many dashboards are reached at a plain address of the home network.
 * @throws when the browser does not allow it
 */
export async function copyText(text: string): Promise<void> {
  // Its type does not know that it may be missing.
  const clipboard = navigator.clipboard as Clipboard | undefined
  if (clipboard) return clipboard.writeText(text)
  if (!copyByCommand(text)) throw new Error('The browser did not copy.')
}

/** The old way. It needs something that is selected; what was selected before is selected again afterwards. */
function copyByCommand(text: string): boolean {
  const selection = getSelection()
  const before = selection && selection.rangeCount > 0 ? selection.getRangeAt(0) : undefined
  const holder = document.createElement('span')
  holder.className = 'visually-hidden'
  holder.textContent = text
  document.body.append(holder)
  selection?.selectAllChildren(holder)
  const put = (event: ClipboardEvent) => {
    event.preventDefault()
    event.stopImmediatePropagation()
    // As it is: a selection would lose its line breaks.
    event.clipboardData?.setData('text/plain', text)
  }
  document.addEventListener('copy', put, { capture: true, once: true })
  try {
    // There is no other way without https.
    return document.execCommand('copy')
  } finally {
    document.removeEventListener('copy', put, { capture: true })
    holder.remove()
    selection?.removeAllRanges()
    if (before) selection?.addRange(before)
  }
}
