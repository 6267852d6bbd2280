import { useState } from 'react'
import type { GuildCore } from '#kernel/contract.ts'
import { choiceKinds, type Question } from '#features/tickets/opening/contract.ts'
import type { Panel, PanelDesign } from '#features/tickets/panels/contract.ts'
import { panelMessage } from '#features/tickets/panels/template.ts'
import { openingMessage } from '#features/tickets/opening/template.ts'
import { placeName } from '#web/app/preview/guild-lookup.ts'
import { PreviewMessages, PreviewPlace } from '#web/app/preview/message-preview.tsx'
import { usePreview } from '#web/app/preview/use-preview.ts'
import { Segmented } from '#web/ui/form/radio.tsx'
import { asMessage } from '../panels/panel-view.ts'

const views = [
  { value: 'panel', label: 'Panel' },
  { value: 'questions', label: 'Questions' },
  { value: 'open', label: 'Open message' },
] as const
type View = (typeof views)[number]['value']

/** A sample answer for the preview. */
const sampleAnswer = (question: Question): string =>
  choiceKinds.includes(question.kind) ? (question.options[0]?.label ?? '') : 'What the member wrote'

/** What members see: the panel, its questions, and how their ticket begins. */
export function Previews({
  design,
  guild,
  joined,
}: {
  design: PanelDesign
  guild: GuildCore | undefined
  /** Panels whose buttons are on its message. */
  joined: readonly Panel[]
}) {
  const [view, setView] = useState<View>('panel')
  const preview = usePreview(guild)
  const { member, server } = preview
  const facts = {
    number: '0001',
    openerId: member.id,
    username: member.username,
    displayName: member.displayName,
    server: server.name,
  }
  const answers = design.required_inputs.map(one => ({ label: one.label, value: sampleAnswer(one) }))
  const opening = openingMessage(design, facts, { answers, pinged: design.ping_roles })
  const panel = panelMessage(
    { id: 'preview', design },
    joined.map(one => ({ id: one.id, design: one })),
  )
  return (
    <section className="panel-previews" aria-label="Preview">
      <div className="panel-previews-head">
        <h3>Preview</h3>
        <Segmented label="Preview of" name="panel-preview" options={views} value={view} onChange={setView} />
      </div>
      {view === 'panel' && (
        <>
          <PreviewPlace>{placeName(guild, design.channel_id, 'no channel chosen')}</PreviewPlace>
          <div inert>
            <PreviewMessages lookup={preview.lookup} messages={[asMessage(preview, 'panel', panel)]} />
          </div>
        </>
      )}
      {view === 'questions' && <Dialog design={design} />}
      {view === 'open' && (
        <>
          <PreviewPlace>{`ticket-${member.username}`}</PreviewPlace>
          <div inert>
            <PreviewMessages
              lookup={preview.lookup}
              messages={[
                asMessage(preview, 'open', { content: opening.content, embeds: opening.embeds }),
                ...opening.more.map((embeds, at) => asMessage(preview, `more-${at}`, { embeds })),
              ]}
            />
          </div>
        </>
      )}
    </section>
  )
}

/** Discord's dialog with the questions, without function. */
function Dialog({ design }: { design: PanelDesign }) {
  if (design.required_inputs.length === 0)
    return (
      <p className="panel-preview-none">
        No questions: the ticket opens at once, or once it is confirmed where two-step ticket is on.
      </p>
    )
  return (
    <div className="panel-modal discord">
      <h4>{design.title === '' ? 'Panel title' : design.title}</h4>
      {design.required_inputs.map((question, at) => (
        <div key={at}>
          <b>
            {question.label}
            {question.required && question.kind !== 'checkbox' && <i aria-label="required"> *</i>}
          </b>
          {question.description !== '' && <small>{question.description}</small>}
          <Answer question={question} />
        </div>
      ))}
    </div>
  )
}

function Answer({ question: { kind, placeholder, options } }: { question: Question }) {
  if (kind === 'radio' || kind === 'checkboxes')
    return (
      <ul data-kind={kind}>
        {options.map(({ label }, at) => (
          <li key={at}>{label}</li>
        ))}
      </ul>
    )
  const hints: Partial<Record<Question['kind'], string>> = {
    select: 'Make a selection',
    user: 'Choose a member',
    role: 'Choose a role',
    channel: 'Choose a channel',
    file: 'Upload files',
    checkbox: 'Yes',
  }
  return (
    <span className="panel-answer" data-kind={kind}>
      {placeholder === '' ? (hints[kind] ?? '') : placeholder}
    </span>
  )
}
