import type { APIComponentInLabel, TextInputStyle } from 'discord-api-types/v10'
import { useId } from 'react'
import { ownChoices, placeholderOf } from '#web/ui/discord/controls.tsx'
import { component as kind } from '#web/ui/discord/enums.ts'
import { Picker } from '#web/ui/discord/picker.tsx'
import { choicesOf } from '../chat/select-choices.ts'
import { useStage } from '../context.ts'
import { type Answer, isRequired, type ModalField as Field } from './answers.ts'

interface ModalFieldProps {
  field: Field
  answer: Answer
  problem: string | undefined
  onChange(answer: Answer): void
  onFiles(files: readonly File[]): void
}

const PARAGRAPH = 2 as TextInputStyle.Paragraph

export function ModalField({ field, answer, problem, onChange, onFiles }: ModalFieldProps) {
  const id = useId()
  const chosen = Array.isArray(answer) ? (answer as readonly string[]) : []
  return (
    <div className="form-field" data-problem={problem !== undefined || undefined}>
      <label htmlFor={id}>
        {field.label}
        {!isRequired(field.control) && <small>optional</small>}
      </label>
      {field.description && <p className="form-help">{field.description}</p>}
      <Control
        id={id}
        control={field.control}
        label={field.label}
        answer={answer}
        chosen={chosen}
        onChange={onChange}
        onFiles={onFiles}
      />
      {problem !== undefined && (
        <p className="form-problem" role="alert">
          {problem}
        </p>
      )}
    </div>
  )
}

interface ControlProps {
  id: string
  control: APIComponentInLabel
  label: string
  answer: Answer
  chosen: readonly string[]
  onChange(answer: Answer): void
  onFiles(files: readonly File[]): void
}

function Control({ id, control, label, answer, chosen, onChange, onFiles }: ControlProps) {
  const { live, guild } = useStage()
  switch (control.type) {
    case kind.textInput: {
      const shared = {
        id,
        className: 'input',
        value: String(answer),
        placeholder: control.placeholder,
        maxLength: control.max_length ?? 4000,
        onChange: (event: { target: { value: string } }) => onChange(event.target.value),
      }
      return control.style === PARAGRAPH ? (
        <textarea {...shared} rows={4} className="input textarea" />
      ) : (
        <input {...shared} />
      )
    }
    case kind.checkbox:
      return (
        <input
          id={id}
          type="checkbox"
          className="check"
          checked={answer === true}
          onChange={event => onChange(event.target.checked)}
        />
      )
    case kind.radioGroup:
    case kind.checkboxGroup:
      return <Group control={control} label={label} chosen={chosen} onChange={onChange} />
    case kind.fileUpload:
      return (
        <input
          id={id}
          type="file"
          multiple={(control.max_values ?? 1) > 1}
          onChange={event => onFiles([...(event.target.files ?? [])].slice(0, control.max_values ?? 1))}
        />
      )
    default: {
      const choices = control.type === kind.stringSelect ? ownChoices(control) : choicesOf(control, live, guild)
      return (
        <Picker
          id={id}
          label={label}
          placeholder={placeholderOf(control)}
          choices={choices}
          value={chosen}
          max={control.max_values ?? 1}
          onChange={onChange}
        />
      )
    }
  }
}

type GroupControl = Extract<APIComponentInLabel, { type: typeof kind.radioGroup | typeof kind.checkboxGroup }>

function Group({
  control,
  label,
  chosen,
  onChange,
}: Pick<ControlProps, 'label' | 'chosen' | 'onChange'> & { control: GroupControl }) {
  const single = control.type === kind.radioGroup
  const toggle = (value: string, on: boolean) => {
    if (single) onChange([value])
    else onChange(on ? [...chosen, value] : chosen.filter(each => each !== value))
  }
  return (
    <fieldset className="form-group" aria-label={label}>
      {control.options.map(option => (
        <label key={option.value}>
          <input
            type={single ? 'radio' : 'checkbox'}
            className={single ? 'radio' : 'check'}
            name={control.custom_id}
            checked={chosen.includes(option.value)}
            onChange={event => toggle(option.value, event.target.checked)}
          />
          <span>
            {option.label}
            {option.description && <small>{option.description}</small>}
          </span>
        </label>
      ))}
    </fieldset>
  )
}
