import moderation, { mostQuickReasons } from '#features/moderation/contract.ts'
import type { Binding } from '#web/app/settings-form/binding.ts'
import { RowList } from '#web/ui/form/row-list.tsx'

interface Template {
  name: string
  text: string
}

const schema = moderation.settings.shape.reasonTemplates
/** The quick reasons: names, and the texts they stand for. */
export function QuickReasons({ of }: { of: Binding<Template[]> }) {
  const { name: field, value, onChange, onBlur, error, disabled } = of
  const issues = schema.safeParse(value).error?.issues ?? []
  const isWrong = (place: number, part: keyof Template) =>
    (error !== undefined && issues.some(({ path }) => path[0] === place && path[1] === part)) || undefined
  return (
    <RowList
      {...{ onChange, error, disabled }}
      name={field}
      rows={value}
      create={() => ({ name: '', text: '' })}
      most={mostQuickReasons}
      add="Add a quick reason"
      removeLabel={(_, place) => `Remove quick reason ${place + 1}`}
      none="There is none yet."
      help="“spam” typed as the reason of a ban gives the text of that name."
      stacks
    >
      {({ name, text }, change, place) => (
        <>
          <input
            className="input"
            aria-label={`Name of quick reason ${place + 1}`}
            aria-invalid={isWrong(place, 'name')}
            placeholder="spam"
            value={name}
            disabled={disabled}
            autoComplete="off"
            onChange={event => change({ name: event.target.value })}
            onBlur={onBlur}
          />
          <input
            className="input"
            aria-label={`Text of quick reason ${place + 1}`}
            aria-invalid={isWrong(place, 'text')}
            placeholder="Posting the same advertisement again and again"
            value={text}
            disabled={disabled}
            autoComplete="off"
            onChange={event => change({ text: event.target.value })}
            onBlur={onBlur}
          />
        </>
      )}
    </RowList>
  )
}
