import { Check, CircleCheck, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'

/** One of the five questions: shows its number until it is answered, then a check mark. */
export function QuestionItem({
  number,
  given,
  title,
  purpose,
  children,
}: {
  number: number
  given: boolean
  title: string
  purpose: string
  children: ReactNode
}) {
  return (
    <li className="setup-question" data-given={given || undefined}>
      <span className="setup-number" aria-hidden="true">
        {given ? <Check /> : number}
      </span>
      <div>
        <h2>
          {title}
          <span className="visually-hidden">{given ? ', answered' : ', as suggested'}</span>
        </h2>
        <p className="setup-purpose">{purpose}</p>
        {children}
      </div>
    </li>
  )
}

/** Something to know about an answer. */
export const Hint = ({ tone, children }: { tone: 'good' | 'warning'; children: ReactNode }) => (
  <p className="setup-hint" data-tone={tone}>
    {tone === 'good' ? <CircleCheck aria-hidden /> : <TriangleAlert aria-hidden />}
    <span>{children}</span>
  </p>
)

/** Radio buttons as cards, each with an icon and, if needed, a line of text. */
export function ChoiceCards<V extends string>({
  label,
  name,
  options,
  value,
  onChange,
}: {
  label: string
  name: string
  options: readonly { value: V; label: string; text?: string; icon: ReactNode }[]
  value: V
  onChange: (value: V) => void
}) {
  return (
    <div
      className="setup-cards"
      data-plain={options.every(({ text }) => text === undefined) || undefined}
      role="radiogroup"
      aria-label={label}
    >
      {options.map(option => (
        <label key={option.value} className="setup-card">
          {option.icon}
          <span>
            <b>{option.label}</b>
            {option.text !== undefined && <small>{option.text}</small>}
          </span>
          <input
            type="radio"
            className="radio"
            name={name}
            aria-label={option.text === undefined ? option.label : `${option.label}: ${option.text}`}
            value={option.value}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
        </label>
      ))}
    </div>
  )
}
