import { Plus, Trash2 } from 'lucide-react'
import { type CallFacts, fillsOf, judgedAnswer } from '#features/customcommands/answering/template.ts'
import { mostAnswers } from '#features/customcommands/design/contract.ts'
import type { GuildCore } from '#kernel/contract.ts'
import { emptyMessage } from '#kit/message/contract.ts'
import { problemsOf } from '#kit/message/limits/contract.ts'
import { type PlaceholderGroup, type ServerEmoji, textParts } from '#web/app/message/editor/context.ts'
import { MessageForm } from '#web/app/message/message-form.tsx'
import { whileFull } from '#web/ui/disabled-reason.tsx'
import { Button } from '#web/ui/button.tsx'
import { FieldNote } from '#web/ui/form/field.tsx'
import { Segmented } from '#web/ui/form/radio.tsx'
import { Section } from '#web/ui/form/section.tsx'
import type { CommandEditing } from './use-command-editor.ts'

const pictures = [
  { value: '{member.avatar}', label: 'Picture of the person who uses it' },
  { value: '{server.icon}', label: 'Icon of the server' },
]

/** What members get: one answer, or one of several at random. */
export function AnswersSection({
  guild,
  editing,
  facts,
  emojis,
  placeholders,
  at,
  onShow,
  disabled,
}: {
  guild: GuildCore | undefined
  editing: CommandEditing
  facts: CallFacts
  emojis: readonly ServerEmoji[]
  placeholders: readonly PlaceholderGroup[]
  /** Which answer is shown. */
  at: number
  onShow: (at: number) => void
  disabled: boolean
}) {
  const { design, change, problems } = editing
  const { answers } = design
  const answer = answers[at] ?? emptyMessage
  const wrong = (place: number) => Object.keys(problems).some(key => key.startsWith(`answers.${place}.`))
  const isTold = wrong(at)
  return (
    <Section
      title="Answer"
      purpose={answers.length === 1 ? 'What members get' : `One of these ${answers.length}, at random`}
    >
      <div className="command-answers">
        <div className="command-answer-bar">
          {answers.length > 1 && (
            <Segmented
              label="Which answer"
              name="command-answer"
              value={String(at)}
              onChange={next => onShow(Number(next))}
              options={answers.map((_, place) => ({
                value: String(place),
                label: `${place + 1}${wrong(place) ? ' !' : ''}`,
              }))}
            />
          )}
          <span className="command-answer-acts">
            <Button
              name="answers"
              size="sm"
              icon={<Plus aria-hidden />}
              why={disabled || whileFull(answers.length, mostAnswers, 'answers')}
              onClick={() => {
                change({ answers: [...answers, emptyMessage] })
                onShow(answers.length)
              }}
            >
              Add another answer
            </Button>
            {answers.length > 1 && (
              <Button
                size="sm"
                variant="ghost"
                icon={<Trash2 aria-hidden />}
                why={disabled}
                onClick={() => {
                  change({ answers: answers.filter((_, place) => place !== at) })
                  onShow(Math.max(0, at - 1))
                }}
              >
                Remove answer {at + 1}
              </Button>
            )}
          </span>
        </div>
        <FieldNote id="command-answers-note" error={problems['answers'] ?? problems[`answers.${at}`]} />
        <MessageForm
          key={at}
          guild={guild}
          value={answer}
          onChange={next => change({ answers: answers.map((one, place) => (place === at ? next(one) : one)) })}
          parts={textParts}
          problems={isTold ? problemsOf(judgedAnswer(answer, facts)) : []}
          placeholders={placeholders}
          fills={fillsOf(facts)}
          pictures={pictures}
          emojis={emojis}
          inCard
          readOnly={disabled}
        />
      </div>
    </Section>
  )
}
