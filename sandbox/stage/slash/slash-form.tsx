import type { APIApplicationCommandBasicOption } from 'discord-api-types/v10'
import { Plus, X } from 'lucide-react'
import { type FormEvent, useEffect, useState } from 'react'
import { Button, IconButton } from '#web/ui/button.tsx'
import { interactionType } from '../client/interactions.ts'
import type { LiveChannel } from '../client/model.ts'
import { sentenceOf } from '../client/rest.ts'
import { useStage } from '../context.ts'
import { commandData, type OptionProblem, type OptionValues, type SlashCommand, optionType } from './commands.ts'
import { OptionField } from './option-field.tsx'
import './slash.css'

interface SlashFormProps {
  channel: LiveChannel
  command: SlashCommand
  onClose(): void
}

/** The chosen command with its options; required ones first, the others by request. Without options it runs at once. */
export function SlashForm({ channel, command, onClose }: SlashFormProps) {
  const { session, say } = useStage()
  const [values, setValues] = useState<OptionValues>({})
  const [files, setFiles] = useState<Record<string, File>>({})
  const [shown, setShown] = useState(() => command.options.filter(each => each.required).map(each => each.name))
  const [problems, setProblems] = useState<readonly OptionProblem[]>([])

  const request = (data: unknown, type: 2 | 4) => ({
    type,
    application_id: command.command.application_id,
    guild_id: channel.guild_id,
    channel_id: channel.id,
    data,
  })
  const run = () => {
    const { names, uploads } = numbered(command, files)
    const { data, problems: found } = commandData(command, { ...values, ...names })
    setProblems(found)
    if (found.length > 0) return
    const attachments = uploads.map((file, id) => ({ id: String(id), filename: file.name }))
    session.interactions
      .start(`command ${command.path.join(' ')}`, request({ ...data, attachments }, interactionType.command), uploads)
      .catch((error: unknown) => say(`/${command.path.join(' ')}: ${sentenceOf(error)}`))
    onClose()
  }
  const atOnce = command.options.length === 0
  useEffect(() => {
    if (atOnce) run()
    // Only when the form opens.
  }, [atOnce])
  if (atOnce) return undefined

  const suggest = (option: APIApplicationCommandBasicOption) => {
    const { data } = commandData(command, values, option.name)
    return session.interactions.suggestions(request(data, interactionType.autocomplete))
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    run()
  }
  const hidden = command.options.filter(each => !shown.includes(each.name))
  const title = `/${command.path.join(' ')}`
  return (
    <form
      className="slash"
      aria-label={title}
      onSubmit={submit}
      onKeyDown={event => {
        if (event.key === 'Escape') onClose()
      }}
    >
      <div className="slash-head">
        <b className="code">{title}</b>
        <span className="truncate">{command.description}</span>
        <small>{command.applicationName}</small>
        <IconButton size="sm" label="Leave the command" icon={<X aria-hidden />} onClick={onClose} />
      </div>
      <div className="slash-fields">
        {command.options
          .filter(each => shown.includes(each.name))
          .map((option, place) => (
            <OptionField
              key={option.name}
              option={option}
              value={values[option.name] ?? ''}
              problem={problems.find(each => each.option === option.name)?.sentence}
              autoFocus={place === 0}
              suggest={suggest}
              onChange={(value, file) => {
                setValues({ ...values, [option.name]: value })
                if (file) setFiles({ ...files, [option.name]: file })
              }}
            />
          ))}
      </div>
      <div className="slash-foot">
        {hidden.map(option => (
          <Button
            key={option.name}
            size="sm"
            variant="ghost"
            icon={<Plus aria-hidden />}
            title={option.description}
            onClick={() => setShown([...shown, option.name])}
          >
            {option.name}
          </Button>
        ))}
        <Button type="submit" size="sm" variant="primary" className="slash-send" ref={focusWhen(shown.length === 0)}>
          Send
        </Button>
      </div>
    </form>
  )
}

const focusWhen = (wanted: boolean) => (element: HTMLElement | null) => {
  if (wanted && document.activeElement?.closest('.slash') === null) element?.focus()
}

/** Attachment options name their upload by its place. */
function numbered(command: SlashCommand, files: Record<string, File>) {
  const names: OptionValues = {}
  const uploads: File[] = []
  for (const option of command.options) {
    const file = (option.type as number) === optionType.attachment ? files[option.name] : undefined
    if (!file) continue
    names[option.name] = String(uploads.length)
    uploads.push(file)
  }
  return { names, uploads }
}
