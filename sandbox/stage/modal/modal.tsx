import { type FormEvent, useId, useMemo, useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Markdown } from '#web/ui/discord/markdown/view.tsx'
import { interactionType, type StageModal } from '../client/interactions.ts'
import { sentenceOf } from '../client/rest.ts'
import { useInteractions, useStage } from '../context.ts'
import { type ModalAnswers, firstAnswers, modalParts, modalProblems, modalSubmission } from './answers.ts'
import { ModalField } from './modal-field.tsx'
import './modal.css'

/** The form an app asked to open, if it did. */
export function ModalDialog() {
  const { modal } = useInteractions()
  return modal && <Opened key={modal.id} modal={modal} />
}

function Opened({ modal }: { modal: StageModal }) {
  const { session, live } = useStage()
  const parts = useMemo(() => modalParts(modal.components), [modal])
  const [answers, setAnswers] = useState<ModalAnswers>(() => firstAnswers(parts))
  const [files, setFiles] = useState<Record<string, readonly File[]>>({})
  const [problems, setProblems] = useState<Record<string, string>>({})
  const [failed, setFailed] = useState<string>()
  const [busy, setBusy] = useState(false)
  const form = useId()

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const { numbered, uploads } = numberFiles(answers, files)
    const found = modalProblems(parts, numbered)
    setProblems(found)
    if (Object.keys(found).length > 0) return
    setBusy(true)
    setFailed(undefined)
    const attachments = uploads.map((file, id) => ({ id: String(id), filename: file.name }))
    const data = {
      id: modal.id,
      custom_id: modal.customId,
      components: modalSubmission(parts, numbered),
      ...(attachments.length > 0 && { attachments }),
    }
    const request = {
      type: interactionType.modal,
      application_id: modal.applicationId,
      channel_id: modal.channelId,
      guild_id: live.channels[modal.channelId]?.guild_id,
      data,
    }
    try {
      await session.interactions.start(`modal ${modal.id}`, request, uploads)
      session.interactions.closeModal()
    } catch (error) {
      setFailed(sentenceOf(error))
      setBusy(false)
    }
  }

  return (
    <Dialog
      open
      onOpenChange={() => session.interactions.closeModal()}
      busy={false}
      title={modal.title}
      footer={
        <>
          <Button variant="ghost" onClick={() => session.interactions.closeModal()}>
            Cancel
          </Button>
          <Button variant="primary" type="submit" form={form} busy={busy} busyLabel="Sending...">
            Submit
          </Button>
        </>
      }
    >
      <form id={form} className="msgs modal-form" noValidate onSubmit={event => void submit(event)}>
        {failed !== undefined && (
          <p className="form-problem" role="alert">
            {failed} What you wrote is still here.
          </p>
        )}
        {parts.map((part, key) =>
          'text' in part ? (
            <Markdown key={key} text={part.text} />
          ) : (
            <ModalField
              key={key}
              field={part.field}
              answer={answers[part.field.control.custom_id] ?? ''}
              problem={problems[part.field.control.custom_id]}
              onChange={answer => {
                setAnswers({ ...answers, [part.field.control.custom_id]: answer })
                setProblems({})
              }}
              onFiles={list => setFiles({ ...files, [part.field.control.custom_id]: list })}
            />
          ),
        )}
      </form>
    </Dialog>
  )
}

/** Files are uploaded in one list; a field refers to its own by index. */
function numberFiles(answers: ModalAnswers, files: Record<string, readonly File[]>) {
  const uploads: File[] = []
  const numbered: ModalAnswers = { ...answers }
  for (const [customId, list] of Object.entries(files)) {
    numbered[customId] = list.map((_, place) => String(uploads.length + place))
    uploads.push(...list)
  }
  return { numbered, uploads }
}
