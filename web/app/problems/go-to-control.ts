/** Whether an element can take the focus: neither disabled nor permanently hidden. */
const isFocusable = (element: HTMLElement) => !element.matches(':disabled, [type="hidden"], [type="file"]')

const firstOf = (root: ParentNode, selector: string) =>
  [...root.querySelectorAll<HTMLElement>(selector)].find(isFocusable)

const firstInvalidIn = (root: ParentNode) => firstOf(root, '[aria-invalid="true"]')

/**
 * The control that fixes a problem of a part: the part's own control; for a list, its add button or its first control;
 * otherwise that of the nearest part around it. If none has such a name, the first invalid control.
 */
function controlOf(root: ParentNode, path: string): HTMLElement | undefined {
  for (let part = path; part !== ''; part = part.slice(0, Math.max(0, part.lastIndexOf('.')))) {
    const name = CSS.escape(part)
    const own = firstOf(root, `[name="${name}"]:checked`) ?? firstOf(root, `[name="${name}"]`)
    const found = own ?? firstOf(root, `[name^="${name}."]`)
    if (found) return found
  }
  return firstInvalidIn(root)
}

/** Opens whatever hides an element, from the outside in. */
function unfold(element: HTMLElement): void {
  const folded = element.closest<HTMLElement>('[hidden]')
  if (!folded) return
  if (folded.parentElement) unfold(folded.parentElement)
  const id = CSS.escape(folded.id)
  document.querySelector<HTMLElement>(`[aria-controls="${id}"][aria-expanded="false"]`)?.click()
}

const nextFrame = () => new Promise(resolve => requestAnimationFrame(resolve))

async function revealAndFocus(find: () => HTMLElement | undefined): Promise<void> {
  // What has to be shown first, such as another tab or the error, is rendered by the second frame.
  await nextFrame()
  await nextFrame()
  const control = find()
  if (!control) return
  unfold(control)
  await nextFrame()
  control.scrollIntoView({ block: 'center' })
  control.focus({ preventScroll: true })
}

type FindForm = () => ParentNode | null

/** Goes to the control of a part, by its name: unfolds it, scrolls to it and focuses it. */
export const goToControl = (within: FindForm, path: string): Promise<void> =>
  revealAndFocus(() => controlOf(within() ?? document, path))

/** Goes to the first invalid control. */
export const goToFirstInvalid = (within: FindForm): Promise<void> =>
  revealAndFocus(() => firstInvalidIn(within() ?? document))
