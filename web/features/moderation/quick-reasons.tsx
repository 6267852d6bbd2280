import { Plus, X } from 'lucide-react'
import moderation, { mostQuickReasons } from '#features/moderation/contract.ts'
import type { Binding } from '#web/app/settings-form/binding.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { FieldGroup } from '#web/ui/form/field.tsx'
import './quick-reasons.css'

interface Template {
  name: string
  text: string
}

const schema = moderation.settings.shape.reasonTemplates
/** Names and the texts that they stand for. */
export function QuickReasons({ of }: { of: Binding<Template[]> }) {
  const { value, onChange, onBlur, error, disabled } = of
  const change = (place: number, patch: Partial<Template>) =>
    onChange(value.map((one, at) => (at === place ? { ...one, ...patch } : one)))
  const issues = schema.safeParse(value).error?.issues ?? []
  const isWrong = (place: number, part: keyof Template) =>
    error !== undefined && issues.some(({ path }) => path[0] === place && path[1] === part)
  return (
    <FieldGroup
      label="Quick reasons"
      help="“spam” typed as the reason of a ban gives the text of that name."
      error={error}
      disabled={disabled}
    >
      {() => (
        <>
          {value.length > 0 && (
            <ol className="quick-reasons">
              {value.map((one, place) => (
                <li key={place}>
                  <input
                    className="input"
                    aria-label={`Name of quick reason ${place + 1}`}
                    aria-invalid={isWrong(place, 'name') || undefined}
                    placeholder="spam"
                    value={one.name}
                    disabled={disabled}
                    autoComplete="off"
                    onChange={event => change(place, { name: event.target.value })}
                    onBlur={onBlur}
                  />
                  <input
                    className="input"
                    aria-label={`Text of quick reason ${place + 1}`}
                    aria-invalid={isWrong(place, 'text') || undefined}
                    placeholder="Posting the same advertisement again and again"
                    value={one.text}
                    disabled={disabled}
                    autoComplete="off"
                    onChange={event => change(place, { text: event.target.value })}
                    onBlur={onBlur}
                  />
                  <IconButton
                    label={`Remove quick reason ${place + 1}`}
                    icon={<X aria-hidden />}
                    disabled={disabled}
                    onClick={() => onChange(value.filter((_, at) => at !== place))}
                  />
                </li>
              ))}
            </ol>
          )}
          <Button
            size="sm"
            className="quick-reasons-add"
            icon={<Plus aria-hidden />}
            disabled={disabled || value.length >= mostQuickReasons}
            onClick={() => onChange([...value, { name: '', text: '' }])}
          >
            Add a quick reason
          </Button>
        </>
      )}
    </FieldGroup>
  )
}
