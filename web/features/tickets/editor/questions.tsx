import { Pencil, Plus, X } from 'lucide-react'
import { type KeyboardEvent, useState } from 'react'
import {
  choiceKinds,
  mostQuestions,
  type Question,
  questionKinds,
  questionKindWords,
} from '#features/tickets/opening/contract.ts'
import { whileFull } from '#web/ui/disabled-reason.tsx'
import { Button, IconButton } from '#web/ui/button.tsx'
import { Select } from '#web/ui/form/combobox.tsx'
import { FieldNote } from '#web/ui/form/field.tsx'
import { OrderGrip } from '#web/ui/form/order-grip.tsx'
import { Checkbox } from '#web/ui/form/switch.tsx'
import { TextInput } from '#web/ui/form/text-input.tsx'
import './questions.css'

const kinds = questionKinds.map(value => ({ value, label: questionKindWords[value] }))
const texts: readonly string[] = ['short', 'paragraph']

const blank: Question = {
  label: '',
  description: '',
  kind: 'short',
  required: true,
  placeholder: '',
  least: null,
  most: null,
  options: [],
}

/** The questions before a ticket opens: at most five, in Discord's dialog. */
export function Questions({
  value,
  onChange,
  disabled,
  error,
}: {
  value: readonly Question[]
  onChange: (value: Question[]) => void
  disabled: boolean
  /** The errors of questions, by number, or of the list. */
  error: string | undefined
}) {
  const [open, setOpen] = useState<number>()
  const replace = (at: number, question: Question) =>
    onChange(value.map((one, place) => (place === at ? question : one)))
  const move = (at: number, to: number) => {
    const moved = value[at]
    if (!moved || to < 0 || to >= value.length) return
    onChange(value.toSpliced(at, 1).toSpliced(to, 0, moved))
    const byOne = at < to ? -1 : 1
    if (open === at) setOpen(to)
    else if (open !== undefined && open >= Math.min(at, to) && open <= Math.max(at, to)) setOpen(open + byOne)
  }
  const onKeyDown = (event: KeyboardEvent, at: number) => {
    if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return
    event.preventDefault()
    move(at, event.key === 'ArrowUp' ? at - 1 : at + 1)
  }
  return (
    <div className="questions">
      <div className="questions-head">
        <h3>Asked before it opens</h3>
        <Button
          size="sm"
          name="required_inputs"
          variant="ghost"
          icon={<Plus aria-hidden />}
          why={disabled || whileFull(value.length, mostQuestions, 'questions')}
          onClick={() => {
            onChange([...value, blank])
            setOpen(value.length)
          }}
        >
          Add a question
        </Button>
      </div>
      {value.length === 0 && <p className="field-help">Nothing is asked about it before it opens.</p>}
      <ol>
        {value.map((question, at) => (
          <li key={at} data-entry="">
            <div className="question-row">
              <OrderGrip
                label={`Move question ${at + 1}`}
                noun="Question"
                at={at}
                count={value.length}
                onMove={to => move(at, to)}
                disabled={disabled}
              />
              <span className="question-label">{question.label === '' ? 'New question' : question.label}</span>
              <small>
                {questionKindWords[question.kind]}
                {question.required && question.kind !== 'checkbox' ? ', required' : ''}
              </small>
              <IconButton
                size="sm"
                name={`required_inputs.${at}`}
                label={`Edit question ${at + 1}`}
                aria-expanded={open === at}
                icon={<Pencil aria-hidden />}
                onClick={() => setOpen(open === at ? undefined : at)}
                onKeyDown={event => onKeyDown(event, at)}
              />
              <IconButton
                size="sm"
                label={`Remove question ${at + 1}`}
                icon={<X aria-hidden />}
                why={disabled}
                onClick={() => {
                  onChange(value.toSpliced(at, 1))
                  setOpen(undefined)
                }}
              />
            </div>
            {open === at && (
              <QuestionFields question={question} disabled={disabled} onChange={next => replace(at, next)} />
            )}
          </li>
        ))}
      </ol>
      <FieldNote id="questions-note" help={undefined} error={error} />
    </div>
  )
}

function QuestionFields({
  question,
  onChange,
  disabled,
}: {
  question: Question
  onChange: (question: Question) => void
  disabled: boolean
}) {
  const set = (patch: Partial<Question>) => onChange({ ...question, ...patch })
  const isText = texts.includes(question.kind)
  return (
    <div className="question-fields">
      <TextInput
        label="Question"
        counter
        max={45}
        value={question.label}
        onChange={label => set({ label })}
        disabled={disabled}
      />
      <Select
        label="Answer"
        options={kinds}
        value={question.kind}
        onChange={kind => set({ kind, options: choiceKinds.includes(kind) ? question.options : [] })}
        disabled={disabled}
      />
      <TextInput
        label="Explanation"
        counter
        max={100}
        value={question.description}
        onChange={description => set({ description })}
        disabled={disabled}
      />
      {(isText || question.kind === 'select') && (
        <TextInput
          label="Placeholder"
          counter
          max={100}
          value={question.placeholder}
          onChange={placeholder => set({ placeholder })}
          disabled={disabled}
        />
      )}
      {choiceKinds.includes(question.kind) && (
        <Options value={question.options} onChange={options => set({ options })} disabled={disabled} />
      )}
      {question.kind !== 'checkbox' && (
        <Checkbox
          label="Has to be answered"
          value={question.required}
          onChange={required => set({ required })}
          disabled={disabled}
        />
      )}
    </div>
  )
}

function Options({
  value,
  onChange,
  disabled,
}: {
  value: Question['options']
  onChange: (value: Question['options']) => void
  disabled: boolean
}) {
  return (
    <div className="question-options">
      {value.map((option, at) => (
        <div key={at}>
          <TextInput
            label={`Option ${at + 1}`}
            max={100}
            value={option.label}
            onChange={label => onChange(value.map((one, place) => (place === at ? { ...one, label } : one)))}
            disabled={disabled}
          />
          <IconButton
            label={`Remove option ${at + 1}`}
            icon={<X aria-hidden />}
            why={disabled}
            onClick={() => onChange(value.toSpliced(at, 1))}
          />
        </div>
      ))}
      <Button
        size="sm"
        icon={<Plus aria-hidden />}
        why={disabled || whileFull(value.length, 25, 'options')}
        onClick={() => onChange([...value, { label: '', description: '' }])}
      >
        Add an option
      </Button>
    </div>
  )
}
