import { useState } from 'react'
import { localInputValue } from '#web/app/dates.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Select } from '#web/ui/form/combobox.tsx'
import { formatTime } from '#web/ui/discord/time.ts'

const styles = ['f', 'F', 'D', 'd', 't', 'R'] as const
type Style = (typeof styles)[number]

/** Inserts a time that everybody sees in their own time zone. */
export function TimePicker({ onChoose }: { onChoose: (text: string) => void }) {
  const [now] = useState(() => Date.now())
  const [value, setValue] = useState(() => localInputValue(Math.ceil(now / 3_600_000) * 3_600_000))
  const [style, setStyle] = useState<Style>('f')
  const at = Date.parse(value)
  const isMoment = !Number.isNaN(at)
  return (
    <div className="builder-time">
      <Field label="Date and time" help="Everybody sees it in their own time zone.">
        {control => (
          <input
            {...control}
            className="input"
            type="datetime-local"
            value={value}
            onChange={event => setValue(event.target.value)}
          />
        )}
      </Field>
      <Select
        label="Shown as"
        value={style}
        onChange={setStyle}
        options={styles.map(one => ({ value: one, label: isMoment ? formatTime(at, one, now) : one }))}
      />
      <Button
        size="sm"
        variant="primary"
        why={!isMoment && 'Choose a day and a time first.'}
        onClick={() => onChoose(`<t:${Math.floor(at / 1000)}:${style}>`)}
      >
        Insert
      </Button>
    </div>
  )
}
