import { File as FileIcon, Paperclip, X } from 'lucide-react'
import { useRef, useState } from 'react'
import type { AttachedFile } from '#kit/message/components/contract.ts'
import { limits } from '#kit/message/limits/contract.ts'
import { whileFull, whileBusy } from '#web/ui/disabled-reason.tsx'
import { Button, IconButton } from '#web/ui/button.tsx'
import { Section } from '#web/ui/form/section.tsx'
import { formatBytes } from '#web/ui/numbers.ts'
import { useOffered } from '../editor/context.ts'
import { useProblem } from '../editor/problems.ts'
import { Line } from '../editor/text-fields.tsx'

/** The files of the message. Each is uploaded to the server at once, and to Discord when the message is sent. */
export function MessageFiles({
  files,
  onChange,
}: {
  files: readonly AttachedFile[]
  onChange: (change: (files: readonly AttachedFile[]) => AttachedFile[], touched?: string) => void
}) {
  const { keepFile, readOnly } = useOffered()
  const input = useRef<HTMLInputElement>(null)
  const [share, setShare] = useState<number>()
  const [refused, setRefused] = useState<string>()
  const problem = useProblem('attachments')
  const add = async (chosen: readonly File[]) => {
    if (!keepFile) return
    setRefused(undefined)
    for (const file of chosen) {
      if (file.size > limits.fileBytes) {
        setRefused(`${file.name} is larger than 10 MiB, which is Discord’s limit.`)
        continue
      }
      setShare(0)
      try {
        const kept = await keepFile(file, setShare)
        onChange(before => [...before, { ...kept, description: '' }])
      } catch (error) {
        setRefused(error instanceof Error ? error.message : `${file.name} was not added.`)
      }
    }
    setShare(undefined)
  }
  return (
    <Section title="Files" purpose={`${files.length} of ${limits.files}, 10 MiB each`}>
      {files.length > 0 && (
        <ul className="builder-files">
          {files.map((file, at) => (
            <li key={file.id}>
              <FileIcon aria-hidden />
              <span>
                <b className="truncate" title={file.filename}>
                  {file.filename}
                </b>
                <small>{formatBytes(file.bytes)}</small>
              </span>
              <Line
                label={`Description of ${file.filename}`}
                path={`attachments.${at}`}
                value={file.description}
                max={limits.fileDescription}
                optional
                onChange={(description, touched) =>
                  onChange(before => before.map(one => (one.id === file.id ? { ...one, description } : one)), touched)
                }
              />
              <IconButton
                size="sm"
                label={`Remove ${file.filename}`}
                icon={<X aria-hidden />}
                why={readOnly}
                onClick={() => onChange(before => before.filter(({ id }) => id !== file.id))}
              />
            </li>
          ))}
        </ul>
      )}
      {(refused ?? problem) !== undefined && (
        <p className="field-error" role="alert">
          {refused ?? problem}
        </p>
      )}
      {share !== undefined && <progress value={share} max={1} aria-label="Adding a file" />}
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label="Files of the message"
        onChange={({ target }) => {
          const chosen = [...(target.files ?? [])]
          // Allows choosing the same file again.
          target.value = ''
          void add(chosen)
        }}
      />
      <div>
        <Button
          name="attachments"
          size="sm"
          icon={<Paperclip aria-hidden />}
          why={readOnly || whileBusy(share !== undefined) || whileFull(files.length, limits.files, 'files')}
          onClick={() => input.current?.click()}
        >
          Add files
        </Button>
      </div>
    </Section>
  )
}
