import { File as FileIcon, Paperclip, X } from 'lucide-react'
import { useRef } from 'react'
import { mostFiles } from '#features/tickets/live/contract.ts'
import { whileFull } from '#web/ui/disabled-reason.tsx'
import { Button } from '#web/ui/button.tsx'
import { formatBytes } from '#web/ui/numbers.ts'
import type { ChosenFile, AnswerFiles } from './use-answer-files.ts'

/** Chooses files for an answer. */
export function AttachButton({ files }: { files: AnswerFiles }) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label="Files"
        onChange={({ target }) => {
          files.add([...(target.files ?? [])])
          // Allows choosing the same file again.
          target.value = ''
        }}
      />
      <Button
        icon={<Paperclip aria-hidden />}
        why={whileFull(files.all.length, mostFiles, 'files')}
        onClick={() => input.current?.click()}
      >
        Attach
      </Button>
    </>
  )
}

/** The files of an answer before it is sent, each with its picture, its upload progress and a remove button. */
export function AttachedFiles({ files }: { files: AnswerFiles }) {
  return (
    <>
      {files.refused !== undefined && (
        <p className="field-error" role="alert">
          {files.refused}
        </p>
      )}
      {files.all.length > 0 && (
        <ul className="live-files" aria-label="Files of this answer">
          {files.all.map(one => (
            <Attached key={one.key} file={one} onRemove={() => files.remove(one)} />
          ))}
        </ul>
      )}
    </>
  )
}

function Attached({ file, onRemove }: { file: ChosenFile; onRemove: () => void }) {
  const { name, bytes, preview, state, share, error } = file
  return (
    <li className="live-file" data-state={state}>
      {preview === undefined ? <FileIcon aria-hidden /> : <img src={preview} alt="" />}
      <span className="live-file-words">
        <b title={name}>{name}</b>
        {state === 'sending' && <progress value={share} max={1} aria-label={`Sending ${name}`} />}
        {state === 'ready' && <small>{formatBytes(bytes)}</small>}
        {state === 'failed' && <small role="alert">{error}</small>}
      </span>
      <Button size="sm" variant="ghost" icon={<X aria-hidden />} aria-label={`Remove ${name}`} onClick={onRemove} />
    </li>
  )
}
