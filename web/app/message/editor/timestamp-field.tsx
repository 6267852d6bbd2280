import { X } from 'lucide-react'
import { localInputValue } from '#web/app/dates.ts'
import { IconButton } from '#web/ui/button.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { useOffered } from './context.ts'
import { useProblem } from './problems.ts'
import type { Bound } from './text-fields.tsx'

/** The time shown beside an embed's footer. */
export function TimestampField({ path, value, onChange }: Bound) {
  const { readOnly } = useOffered()
  const shownAt = Date.parse(value)
  return (
    <Field
      label="Time"
      name={path}
      help="Shown beside the footer, in each reader’s own time zone."
      error={useProblem(path)}
      disabled={readOnly}
    >
      {control => (
        <span className="builder-moment">
          <input
            {...control}
            className="input"
            type="datetime-local"
            value={Number.isNaN(shownAt) ? '' : localInputValue(shownAt)}
            onChange={event => {
              const at = Date.parse(event.target.value)
              onChange(Number.isNaN(at) ? '' : new Date(at).toISOString(), path)
            }}
          />
          <IconButton
            size="sm"
            label="No time"
            icon={<X aria-hidden />}
            why={readOnly || (value === '' && 'No time is set.')}
            onClick={() => onChange('', '')}
          />
        </span>
      )}
    </Field>
  )
}
