import type { ButtonDraft } from '#kit/message/components/contract.ts'
import { Select } from '#web/ui/form/combobox.tsx'
import { useOffered } from '../editor/context.ts'
import { useProblem } from '../editor/problems.ts'

const shows = 'text'
const keyOf = ({ offer, id }: { offer: string; id: string }) => `${offer} ${id}`

/**
 * Whether pressing the button shows a text or does something that a feature offers; renders nothing if no feature
 * offers anything.
 */
export function ActField({
  act,
  path,
  onChange,
}: {
  act: ButtonDraft['act']
  path: string
  onChange: (act: ButtonDraft['act']) => void
}) {
  const { offers, readOnly } = useOffered()
  const error = useProblem(path)
  const known = offers.flatMap(({ key, title, choices }) =>
    choices.map(({ id, label }) => ({ act: { offer: key, id }, label: `${title}: ${label}` })),
  )
  const isGone = act !== null && !known.some(one => keyOf(one.act) === keyOf(act))
  if (known.length === 0 && act === null) return null
  return (
    <Select
      label="When pressed"
      name={path}
      value={act === null ? shows : keyOf(act)}
      onChange={value => onChange(known.find(one => keyOf(one.act) === value)?.act ?? null)}
      options={[
        { value: shows, label: 'Shows a text' },
        ...known.map(one => ({ value: keyOf(one.act), label: one.label })),
        ...(isGone ? [{ value: keyOf(act), label: 'Does something that no longer exists' }] : []),
      ]}
      error={error}
      disabled={readOnly}
    />
  )
}
