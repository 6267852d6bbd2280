import { type ComponentDraft, safeFileName } from '#kit/message/components/contract.ts'
import { Select } from '#web/ui/form/combobox.tsx'
import { Segmented } from '#web/ui/form/radio.tsx'
import { Checkbox } from '#web/ui/form/switch.tsx'
import { useOffered } from '../editor/context.ts'
import { useProblem } from '../editor/problems.ts'

type Put<T> = (value: T, touched?: string) => void
type Of<T extends ComponentDraft['type']> = Extract<ComponentDraft, { type: T }>

/** A file of the message, shown at this place. */
export function FileFields({ part, path, onChange }: { part: Of<13>; path: string; onChange: Put<Of<13>> }) {
  const { attachments, readOnly } = useOffered()
  const error = useProblem(`${path}.file.url`)
  return (
    <>
      <Select
        label="File"
        name={`${path}.file.url`}
        value={part.file.url}
        onChange={url => onChange({ ...part, file: { url } })}
        options={[
          { value: '', label: attachments.length === 0 ? 'Add a file to the message first' : 'Choose a file' },
          ...attachments.map(({ filename }) => ({
            value: `attachment://${safeFileName(filename)}`,
            label: filename,
          })),
        ]}
        error={error}
        disabled={readOnly}
      />
      <Checkbox
        label="Spoiler"
        value={part.spoiler}
        onChange={spoiler => onChange({ ...part, spoiler })}
        disabled={readOnly}
      />
    </>
  )
}

/** Space, with or without a line. */
export function SeparatorFields({ part, path, onChange }: { part: Of<14>; path: string; onChange: Put<Of<14>> }) {
  const { readOnly } = useOffered()
  return (
    <div className="builder-control-row">
      <Segmented
        label="Space"
        name={`${path}.spacing`}
        value={part.spacing === 2 ? 'large' : 'small'}
        onChange={space => onChange({ ...part, spacing: space === 'large' ? 2 : 1 })}
        options={[
          { value: 'small', label: 'Small', disabled: readOnly },
          { value: 'large', label: 'Large', disabled: readOnly },
        ]}
      />
      <Checkbox
        label="Line"
        value={part.divider}
        onChange={divider => onChange({ ...part, divider })}
        disabled={readOnly}
      />
    </div>
  )
}
