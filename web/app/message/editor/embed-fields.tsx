import { Plus } from 'lucide-react'
import { useId } from 'react'
import type { EmbedField } from '#kit/message/contract.ts'
import { limits } from '#kit/message/limits/contract.ts'
import { whileFull } from '#web/ui/disabled-reason.tsx'
import { Button } from '#web/ui/button.tsx'
import { FieldNote } from '#web/ui/form/field.tsx'
import { Checkbox } from '#web/ui/form/switch.tsx'
import { useOffered } from './context.ts'
import { Grip } from './grip.tsx'
import { useProblem } from './problems.ts'
import { RichText } from './rich-text.tsx'
import { Line } from './text-fields.tsx'

/** The fields of an embed, up to 25. */
export function Fields({
  fields,
  path,
  onChange,
}: {
  fields: readonly EmbedField[]
  path: string
  onChange: (fields: EmbedField[], touched?: string) => void
}) {
  const id = useId()
  const { readOnly } = useOffered()
  const problem = useProblem(path)
  const change = (at: number, field: EmbedField, patch: Partial<EmbedField>, touched?: string) =>
    onChange(fields.with(at, { ...field, ...patch }), touched)
  return (
    <div className="builder-fields" role="group" aria-label="Fields">
      <div className="builder-fields-head">
        <span>Fields</span>
        <small>
          {fields.length} of {limits.fields}
        </small>
      </div>
      {fields.length > 0 && (
        <ul>
          {fields.map((field, at) => (
            <li key={at} data-entry="" className="builder-field">
              <Grip label={`Field ${at + 1}`} list={fields} at={at} onChange={next => onChange(next)} />
              <div>
                <Line
                  label={`Name of field ${at + 1}`}
                  path={`${path}.${at}.name`}
                  value={field.name}
                  max={limits.fieldName}
                  onChange={(name, touched) => change(at, field, { name }, touched)}
                />
                <RichText
                  label={`Value of field ${at + 1}`}
                  path={`${path}.${at}.value`}
                  value={field.value}
                  max={limits.fieldValue}
                  rows={1}
                  onChange={(value, touched) => change(at, field, { value }, touched)}
                />
                <Checkbox
                  label="Inline"
                  value={field.inline}
                  onChange={inline => change(at, field, { inline })}
                  disabled={readOnly}
                />
              </div>
            </li>
          ))}
        </ul>
      )}
      <FieldNote id={`${id}-note`} error={problem} />
      <Button
        name={path}
        size="sm"
        variant="ghost"
        icon={<Plus aria-hidden />}
        why={readOnly || whileFull(fields.length, limits.fields, 'fields')}
        onClick={() => onChange([...fields, { name: '', value: '', inline: false }])}
      >
        Add field
      </Button>
    </div>
  )
}
