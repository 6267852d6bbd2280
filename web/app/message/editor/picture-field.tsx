import { safeFileName } from '#kit/message/components/contract.ts'
import { limits } from '#kit/message/limits/contract.ts'
import { Select } from '#web/ui/form/combobox.tsx'
import { useOffered } from './context.ts'
import { type Bound, Line } from './text-fields.tsx'

const typed = 'typed'
const addressOf = (filename: string) => `attachment://${safeFileName(filename)}`

/** A picture: by address, by a placeholder, or one of the message's own files. */
export function PictureField({ label, optional, ...bound }: Bound & { label: string; optional?: boolean }) {
  const { attachments, pictures, readOnly } = useOffered()
  const line = <Line {...bound} label={label} max={limits.address} url optional={optional ?? false} />
  if (attachments.length + pictures.length === 0) return line
  const offered = [...pictures, ...attachments.map(({ filename }) => ({ value: addressOf(filename), label: filename }))]
  return (
    <div className="builder-picture">
      {line}
      <Select
        label={`${label}: from`}
        value={offered.some(({ value }) => value === bound.value) ? bound.value : typed}
        onChange={next => bound.onChange(next === typed ? '' : next, '')}
        options={[{ value: typed, label: 'An address' }, ...offered]}
        disabled={readOnly}
      />
    </div>
  )
}
