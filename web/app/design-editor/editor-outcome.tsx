import type { RefObject } from 'react'
import { goToControl } from '#web/app/problems/go-to-control.ts'
import { ProblemBanner } from '#web/app/problems/problem-banner.tsx'
import { Banner } from '#web/ui/banner.tsx'
import type { DesignEditing } from './use-design-editor.ts'

/** What an entry of each list is called: { choices: 'Role' }; '' for a list whose sentences already say so. */
export type Nouns = Readonly<Record<string, string>>

const byPath = new Intl.Collator('en', { numeric: true })

/** What people call the part of a path: 'Action 2', 'Name'. */
export function placeOf(path: string, nouns: Nouns, labelOf: (key: string) => string): string {
  const [key = '', at] = path.split('.')
  const noun = nouns[key]
  if (noun === undefined) return labelOf(key)
  return noun === '' || at === undefined ? noun : `${noun} ${Number(at) + 1}`
}

/** The result of a save: done, failed, or which fields have problems, each with a link to the field. */
export function EditorOutcome({
  editing: { design, outcome, problems, drawingOf, dismiss },
  form,
  nouns,
  onGo,
}: {
  editing: Pick<DesignEditing, 'design' | 'outcome' | 'problems' | 'drawingOf' | 'dismiss'>
  /** Around the fields. */
  form: RefObject<HTMLElement | null>
  nouns: Nouns
  /** Shows the part that holds a field, if it may be hidden. @returns the field's path in that part, and the part */
  onGo?: (path: string) => { path: string; within?: string } | undefined
}) {
  if (!outcome) return null
  const { tone, title, detail, ofFields = false } = outcome
  if (!ofFields)
    return (
      <Banner tone={tone} title={title} of={outcome} onClose={dismiss}>
        {detail}
      </Banner>
    )
  const keys = Object.keys(design)
  const rank = (path: string) => keys.indexOf(path.split('.')[0] ?? '')
  const found = Object.entries(problems)
    .flatMap(([path, sentence]) =>
      sentence === undefined ? [] : [{ path, sentence, place: placeOf(path, nouns, key => drawingOf(key).label) }],
    )
    .toSorted((one, other) => rank(one.path) - rank(other.path) || byPath.compare(one.path, other.path))
  if (found.length === 0) return null
  const go = (path: string) => {
    const { within, path: there } = onGo?.(path) ?? { path }
    void goToControl(() => (within === undefined ? form.current : (form.current?.querySelector(within) ?? null)), there)
  }
  return <ProblemBanner title={title} problems={found} onGo={go} onClose={dismiss} />
}
