import { Plus, X } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { Button, IconButton } from '#web/ui/button.tsx'
import type { LiveChannel } from '../client/model.ts'
import type { OptionProblem, OptionValues, SlashCommand } from './commands.ts'
import { focusOnce } from './focus.ts'
import { OptionField } from './option-field.tsx'
import { type OptionFiles, useRun } from './use-run.ts'
import './slash.css'

interface SlashFormProps {
  channel: LiveChannel
  command: SlashCommand
  onClose(): void
}

/** The chosen command with its options: required ones first, the others by request. */
export function SlashForm({ channel, command, onClose }: SlashFormProps) {
  const { run, suggest } = useRun(channel)
  const [values, setValues] = useState<OptionValues>({})
  const [files, setFiles] = useState<OptionFiles>({})
  const [shown, setShown] = useState(() => command.options.filter(each => each.required).map(each => each.name))
  const [problems, setProblems] = useState<readonly OptionProblem[]>([])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const found = run(command, values, files)
    setProblems(found)
    if (found.length === 0) onClose()
  }
  const hidden = command.options.filter(each => !shown.includes(each.name))
  const title = `/${command.path.join(' ')}`
  return (
    <form className="slash" aria-label={title} noValidate onSubmit={submit}>
      <div className="slash-head">
        <b className="code">{title}</b>
        <span className="truncate">{command.description}</span>
        <small>{command.applicationName}</small>
        <IconButton size="sm" label="Leave the command" icon={<X aria-hidden />} onClick={onClose} />
      </div>
      {shown.length > 0 && (
        <div className="slash-fields">
          {shown.flatMap((name, place) => {
            const option = command.options.find(each => each.name === name)
            if (!option) return []
            return (
              <OptionField
                key={name}
                option={option}
                value={values[name] ?? ''}
                problem={problems.find(each => each.option === name)?.sentence}
                first={place === 0}
                suggest={text => suggest(command, { ...values, [name]: text }, name)}
                onEscape={onClose}
                onChange={(value, file) => {
                  setValues({ ...values, [name]: value })
                  if (file) setFiles({ ...files, [name]: file })
                }}
              />
            )
          })}
        </div>
      )}
      <div className="slash-foot">
        {hidden.map(option => (
          <Button
            key={option.name}
            size="sm"
            variant="ghost"
            icon={<Plus aria-hidden />}
            title={option.description}
            aria-label={`Add ${option.name}`}
            onClick={() => setShown([...shown, option.name])}
          >
            {option.name}
          </Button>
        ))}
        <Button
          type="submit"
          size="sm"
          variant="primary"
          className="slash-send"
          ref={shown.length === 0 ? focusOnce : null}
        >
          Send
        </Button>
      </div>
    </form>
  )
}
