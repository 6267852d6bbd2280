import { ImageUp } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import {
  emojiTypes,
  largestEmoji,
  longestName,
  namePattern,
  nameOfAddress,
  nameOfFile,
  nameProblem,
  writtenEmoji,
} from '#features/emojis/emoji/contract.ts'
import { failureText } from '#web/app/api.ts'
import { InDoubt } from '#web/app/in-doubt.tsx'
import { useIdempotentRequests } from '#web/app/idempotent-requests.ts'
import { Banner } from '#web/ui/banner.tsx'
import { whileBusy } from '#web/ui/disabled-reason.tsx'
import { Button } from '#web/ui/button.tsx'
import { closeUnlessSending } from '#web/ui/form/close-dialog.ts'
import { EditDialog } from '#web/ui/form/edit-dialog.tsx'
import { FieldNote } from '#web/ui/form/field.tsx'
import { Segmented } from '#web/ui/form/radio.tsx'
import { TextInput } from '#web/ui/form/text-input.tsx'
import { fieldProblem, type NewEmoji, type useEmojiCalls } from './use-emojis.ts'

const kib = (bytes: number) => Math.ceil(bytes / 1024)

/** The name, unless one is typed. */
function suggested(from: NewEmoji['from'] | undefined): string {
  if (!from) return ''
  if ('file' in from) return nameOfFile(from.file.name)
  const emoji = writtenEmoji(from.source)
  if (emoji) return emoji.name
  return URL.canParse(from.source) ? nameOfAddress(new URL(from.source)) : ''
}

const nothing = { way: 'link' as 'link' | 'file', source: '', name: '' }

/** The input of an earlier request whose outcome is in doubt; a file has to be chosen again. */
function filledIn(content: string | undefined): typeof nothing {
  if (content === undefined) return nothing
  const kept = JSON.parse(content) as { source?: string; name?: string }
  return { way: kept.source === undefined ? 'file' : 'link', source: kept.source ?? '', name: kept.name ?? '' }
}

function FilePicker({
  file,
  error,
  onChange,
}: {
  file: File | undefined
  error: string | undefined
  onChange: (file: File) => void
}) {
  const input = useRef<HTMLInputElement>(null)
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    if (!file || file.size > largestEmoji) return undefined
    // As a data URL: the page may not load pictures from elsewhere.
    const reader = new FileReader()
    reader.addEventListener('load', () => typeof reader.result === 'string' && setUrl(reader.result))
    reader.readAsDataURL(file)
    return () => reader.abort()
  }, [file])
  return (
    <div className="field" role="group" aria-label="Picture" aria-describedby="emoji-file-note">
      <span className="field-label">Picture</span>
      <div className="emoji-file">
        {file && url !== undefined && file.size <= largestEmoji && (
          <img className="emoji-preview" src={url} alt="" width={48} height={48} />
        )}
        <input
          ref={input}
          type="file"
          hidden
          accept={emojiTypes.join()}
          aria-label="Picture, file"
          onChange={({ target }) => {
            const [chosen] = target.files ?? []
            if (chosen) onChange(chosen)
            // Allows choosing the same file again.
            target.value = ''
          }}
        />
        <Button icon={<ImageUp aria-hidden />} onClick={() => input.current?.click()}>
          {file ? 'Choose another' : 'Choose a picture'}
        </Button>
        {file && <span className="truncate muted">{file.name}</span>}
      </div>
      <FieldNote
        id="emoji-file-note"
        help={`PNG, JPEG, GIF or WebP of at most ${kib(largestEmoji)} KiB; 128 x 128 px is all that Discord shows.`}
        error={error}
      />
    </div>
  )
}

/** Adds an emoji from a link, from another server's emoji, or from a file. */
export function AddDialog({
  guildId,
  calls: { add },
  onClose,
  onDone,
}: {
  guildId: string
  calls: ReturnType<typeof useEmojiCalls>
  onClose: () => void
  onDone: (sentence: string) => void
}) {
  const requests = useIdempotentRequests(`emoji ${guildId}`)
  const [first, setFirst] = useState(() => filledIn(requests.inDoubt?.content))
  const [way, setWay] = useState(first.way)
  const [source, setSource] = useState(first.source)
  const [file, setFile] = useState<File>()
  const [typed, setTyped] = useState(first.name)
  const given = source.trim()
  const from: NewEmoji['from'] | undefined =
    way === 'file' ? file && { file } : given === '' ? undefined : { source: given }
  const name = typed.trim()
  const tooLarge =
    file && file.size > largestEmoji
      ? `The picture is ${kib(file.size)} KiB. Discord accepts at most ${kib(largestEmoji)} KiB.`
      : undefined
  const nameError = name !== '' && !namePattern.test(name) ? nameProblem(name) : fieldProblem(add.error, 'name')
  const isSound = from !== undefined && (name === '' || namePattern.test(name)) && !(way === 'file' && tooLarge)
  const close = closeUnlessSending(add, onClose)
  const send = () => {
    if (!isSound || add.isPending) return
    add.mutate(
      { requests, from, name: name === '' ? undefined : name },
      {
        onSuccess: ({ emoji, waiting }) => onDone(emoji ? `:${emoji.name}: added.` : (waiting ?? '')),
      },
    )
  }
  const change = (act: () => void) => {
    add.reset()
    act()
  }
  const startOver = () => {
    requests.forget()
    change(() => {
      setFirst(nothing)
      setWay(nothing.way)
      setSource(nothing.source)
      setFile(undefined)
      setTyped(nothing.name)
    })
  }
  const sourceError = fieldProblem(add.error, 'source')
  const told = add.isError && sourceError === undefined && fieldProblem(add.error, 'name') === undefined
  return (
    <EditDialog
      title="Add an emoji"
      description="It is added to the server for everybody."
      changed={given !== first.source || file !== undefined || name !== first.name}
      busy={add.isPending}
      onClose={close}
      footer={
        <>
          <Button onClick={close} why={whileBusy(add.isPending)}>
            Cancel
          </Button>
          <Button
            variant="primary"
            busy={add.isPending}
            busyLabel="Adding..."
            why={
              !isSound && (from === undefined ? 'Choose a picture first.' : (nameError ?? 'The picture is too large.'))
            }
            onClick={send}
          >
            Add emoji
          </Button>
        </>
      }
    >
      <div className="emoji-form">
        <InDoubt request={requests.inDoubt} onStartOver={startOver} />
        {told && <Banner tone="danger" title={failureText(add.error, 'The emoji could not be added. Try again.')} />}
        <Segmented
          label="Where from"
          name="emoji-way"
          value={way}
          onChange={next => change(() => setWay(next))}
          options={[
            { value: 'link', label: 'Link or emoji' },
            { value: 'file', label: 'File' },
          ]}
        />
        {way === 'link' ? (
          <TextInput
            label="Link or emoji"
            value={source}
            onChange={text => change(() => setSource(text))}
            placeholder="https://..."
            help="The address of a picture, or an emoji of another server as it is written in a message: <:kiln:123456789012345678>."
            error={sourceError}
            onEnter={send}
          />
        ) : (
          <FilePicker file={file} error={tooLarge ?? sourceError} onChange={next => change(() => setFile(next))} />
        )}
        <TextInput
          label="Name"
          value={typed}
          onChange={text => change(() => setTyped(text))}
          max={longestName}
          placeholder={suggested(from)}
          optional
          help={`Letters, digits and underscores. ${way === 'file' ? 'The file’s name' : 'Its name there'} is used unless you enter another.`}
          error={nameError}
          onEnter={send}
        />
      </div>
    </EditDialog>
  )
}
