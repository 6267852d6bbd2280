import { ImageUp, Trash2 } from 'lucide-react'
import { useMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import personalizer, { type KeptPicture, largestPicture, pictureTypes } from '#features/personalizer/contract.ts'
import { address, serverSentence } from '#web/app/api.ts'
import { sendFile } from '#web/app/send-file.ts'
import type { Binding } from '#web/app/settings-form/binding.ts'
import { Button } from '#web/ui/button.tsx'
import { FieldNote } from '#web/ui/form/field.tsx'
import { formatBytes } from '#web/ui/numbers.ts'

/** A picture from the form's value. */
export const pictureIn = (value: unknown): KeptPicture | undefined =>
  typeof value === 'object' && value !== null && 'id' in value ? (value as KeptPicture) : undefined

/** The URL of a stored picture. */
export const pictureUrl = (guildId: string, { id: picture }: KeptPicture): string =>
  address(personalizer.endpoints.picture.path, { params: { guildId, picture } })

const { path, reply } = personalizer.endpoints.upload

type Shape = 'avatar' | 'banner'

/** Shown if none is chosen. */
const OwnPicture = ({ url, shape }: { url: string | null | undefined; shape: Shape }) =>
  url ? (
    <img className={`picture-shown picture-${shape}`} src={url} alt="The bot’s own" />
  ) : (
    <span className={`picture-shown picture-${shape} picture-none`}>None</span>
  )

/** Uploads a picture at once; Discord shows it after the form is saved. */
export function PictureField({
  of,
  guildId,
  label,
  help,
  shape,
  ownUrl,
}: {
  of: Binding<unknown>
  guildId: string
  label: string
  help: string
  shape: Shape
  /** The bot's picture everywhere else, if it has one. */
  ownUrl: string | null | undefined
}) {
  const input = useRef<HTMLInputElement>(null)
  const chosen = pictureIn(of.value)
  const sending = useMutation({
    mutationFn: (file: File) => {
      if (file.size > largestPicture)
        throw new Error(`The picture is larger than ${formatBytes(largestPicture)}. Use a smaller one.`)
      return sendFile(address(path, { params: { guildId } }), file, {
        signal: new AbortController().signal,
        onProgress: () => undefined,
      }).then(answer => reply.parse(answer))
    },
    onSuccess: ({ id, name }) => of.onChange({ id, name }),
  })
  const failure = sending.isError
    ? (serverSentence(sending.error) ?? (sending.error.message || 'The picture could not be uploaded. Try again.'))
    : undefined
  const error = failure ?? of.error
  const noteId = `${of.name}-note`
  return (
    <div className="field" role="group" aria-label={label} aria-describedby={noteId}>
      <span className="field-label">{label}</span>
      <div className="picture-field">
        {chosen ? (
          <img
            className={`picture-shown picture-${shape}`}
            src={pictureUrl(guildId, chosen)}
            alt={`${label}: ${chosen.name}`}
          />
        ) : (
          <OwnPicture url={ownUrl} shape={shape} />
        )}
        <span className="picture-buttons">
          <input
            ref={input}
            type="file"
            hidden
            accept={pictureTypes.join()}
            aria-label={`${label}, file`}
            onChange={({ target }) => {
              const [file] = target.files ?? []
              if (file) sending.mutate(file)
              // Allows choosing the same file again.
              target.value = ''
            }}
          />
          <Button
            icon={<ImageUp aria-hidden />}
            why={of.disabled}
            busy={sending.isPending}
            busyLabel="Uploading..."
            aria-invalid={error === undefined ? undefined : true}
            onClick={() => input.current?.click()}
          >
            {chosen ? 'Choose another' : 'Choose a picture'}
            <span className="visually-hidden">: {label}</span>
          </Button>
          {chosen && (
            <Button
              variant="ghost"
              icon={<Trash2 aria-hidden />}
              why={of.disabled}
              onClick={() => {
                sending.reset()
                of.onChange(null)
              }}
            >
              Use the bot&rsquo;s own
              <span className="visually-hidden">: {label}</span>
            </Button>
          )}
        </span>
      </div>
      <FieldNote id={noteId} help={help} error={error} />
    </div>
  )
}
