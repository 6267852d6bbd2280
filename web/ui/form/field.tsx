import { CircleAlert, TriangleAlert } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import './field.css'

/** The props of every form control. `error` replaces `help`; `corner` is at the label's right. */
export interface FieldProps {
  label: string
  name?: string | undefined
  help?: ReactNode
  error?: string | undefined
  /** Something that may be a mistake but is valid; shown below the help or error. Empty if there is none yet. */
  warning?: string | undefined
  optional?: boolean | undefined
  /** Marked with a star, and as required for screen readers. */
  required?: boolean | undefined
  disabled?: boolean | undefined
}

/** Props to spread on the element that takes the value. */
export interface ControlProps {
  id: string
  name: string | undefined
  disabled: boolean | undefined
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
  'aria-required': true | undefined
}

/** The help text or, instead of it, the error with its icon. Announced when it changes to an error. */
export function FieldNote({ id, help, error }: { id: string; help?: ReactNode; error?: string | undefined }) {
  if (error)
    return (
      <p className="field-error" id={id}>
        <CircleAlert aria-hidden="true" />
        <span>{error}</span>
      </p>
    )
  return help ? (
    <p className="field-help" id={id}>
      {help}
    </p>
  ) : null
}

/** Announced when it appears, so its element exists before. */
function FieldWarning({ id, warning }: { id: string; warning: string | undefined }) {
  return warning === undefined ? null : (
    <p className="field-warning" id={id} aria-live="polite">
      {warning !== '' && <TriangleAlert aria-hidden="true" />}
      {warning !== '' && <span>{warning}</span>}
    </p>
  )
}

/** The ids and states that connect a control to its label, help and error. */
export function useControl({ name, help, error, warning, disabled, required }: Omit<FieldProps, 'label'>) {
  const id = useId()
  const noteId = `${id}-note`
  const warningId = `${id}-warning`
  const described = [help || error ? noteId : '', warning ? warningId : ''].filter(Boolean).join(' ')
  const control: ControlProps = {
    id,
    name,
    disabled,
    'aria-describedby': described || undefined,
    'aria-invalid': error ? true : undefined,
    'aria-required': required ? true : undefined,
  }
  return { id, noteId, warningId, control }
}

/** A label, a control, then help or error. */
export function Field({
  children,
  corner,
  ...props
}: FieldProps & { corner?: ReactNode; children: (control: ControlProps) => ReactNode }) {
  const { id, noteId, warningId, control } = useControl(props)
  return (
    <div className="field" data-disabled={props.disabled || undefined}>
      <div className="field-top">
        <label className="field-label" htmlFor={id}>
          {props.label}
          {props.required && (
            <span className="field-star" aria-hidden="true">
              {' '}
              *
            </span>
          )}
        </label>
        {corner ?? (props.optional && <span className="field-corner">Optional</span>)}
      </div>
      {children(control)}
      <FieldNote id={noteId} help={props.help} error={props.error} />
      <FieldWarning id={warningId} warning={props.warning} />
    </div>
  )
}

/** The same for several controls under one label: swatches, radio buttons, a number with its slider. */
export function FieldGroup({
  children,
  corner,
  ...props
}: FieldProps & { corner?: ReactNode; children: (control: ControlProps) => ReactNode }) {
  const { id, noteId, control } = useControl(props)
  return (
    <div
      className="field"
      role="group"
      aria-labelledby={`${id}-label`}
      aria-describedby={control['aria-describedby']}
      data-disabled={props.disabled || undefined}
    >
      <div className="field-top">
        <span className="field-label" id={`${id}-label`}>
          {props.label}
        </span>
        {corner}
      </div>
      {children(control)}
      <FieldNote id={noteId} help={props.help} error={props.error} />
    </div>
  )
}
