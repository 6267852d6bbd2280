/** Takes the focus: neither disabled nor hidden for good. */
const isTakeable = (element: HTMLElement) => !element.matches(':disabled, [type="hidden"], [type="file"]')

const firstOf = (root: ParentNode, selector: string) =>
  [...root.querySelectorAll<HTMLElement>(selector)].find(isTakeable)

const faultIn = (root: ParentNode) => firstOf(root, '[aria-invalid="true"]')

/**
 * The control that mends what is wrong with a part: its own; of a list what adds to it, or its first control; else that
 * of the next part around it. Where none has such a name, the first that is at fault.
 */
function controlOf(root: ParentNode, path: string): HTMLElement | undefined {
  for (let part = path; part !== ''; part = part.slice(0, Math.max(0, part.lastIndexOf('.')))) {
    const name = CSS.escape(part)
    const own = firstOf(root, `[name="${name}"]:checked`) ?? firstOf(root, `[name="${name}"]`)
    const found = own ?? firstOf(root, `[name^="${name}."]`)
    if (found) return found
  }
  return faultIn(root)
}

/** Presses whatever folds an element away, from without to within. */
function unfold(element: HTMLElement): void {
  const folded = element.closest<HTMLElement>('[hidden]')
  if (!folded) return
  if (folded.parentElement) unfold(folded.parentElement)
  const id = CSS.escape(folded.id)
  document.querySelector<HTMLElement>(`[aria-controls="${id}"][aria-expanded="false"]`)?.click()
}

const nextFrame = () => new Promise(resolve => requestAnimationFrame(resolve))

async function takeTo(find: () => HTMLElement | undefined): Promise<void> {
  // What is shown for it, like another tab or its error, is rendered by the second frame.
  await nextFrame()
  await nextFrame()
  const control = find()
  if (!control) return
  unfold(control)
  await nextFrame()
  control.scrollIntoView({ block: 'center' })
  control.focus({ preventScroll: true })
}

type Within = () => ParentNode | null

/** Leads to the control of a part, by its name: unfolds it, scrolls to it and focuses it. */
export const leadTo = (within: Within, path: string): Promise<void> =>
  takeTo(() => controlOf(within() ?? document, path))

/** The same for the first one at fault. */
export const leadToFault = (within: Within): Promise<void> => takeTo(() => faultIn(within() ?? document))
