import type { APIAttachment } from 'discord-api-types/v10'
import { FileText } from 'lucide-react'
import { useState } from 'react'
import { formatBytes } from '../numbers.ts'
import { useLookup } from './lookup.ts'
import { safeUrl } from '#kit/markdown/link.ts'
import { Picture } from './picture.tsx'
import './media.css'

/** Files of a message: images inline, everything else as a card with name and size. */
export function Attachments({ files }: { files: readonly APIAttachment[] }) {
  if (files.length === 0) return undefined
  return (
    <div className="attachments">
      {files.map(file => (
        <Attachment key={file.id} file={file} />
      ))}
    </div>
  )
}

/** SVG pictures can contain scripts, so they are never shown inline. */
const isPicture = (file: APIAttachment) =>
  /^image\/(png|jpeg|gif|webp|avif)\b/.test(file.content_type ?? '') && file.width !== null

function Attachment({ file }: { file: APIAttachment }) {
  const lookup = useLookup()
  const [shown, setShown] = useState(!file.filename.startsWith('SPOILER_'))
  if (!shown) {
    return (
      <button type="button" className="spoiler-cover" onClick={() => setShown(true)}>
        Spoiler
      </button>
    )
  }
  if (isPicture(file) && lookup.image(file.url)) {
    return (
      <Picture
        className="attachment-picture"
        address={file.url}
        alt={file.description ?? file.filename}
        width={file.width ?? undefined}
        height={file.height ?? undefined}
      />
    )
  }
  return <FileCard name={file.filename} size={file.size} address={lookup.image(file.url) ?? file.url} />
}

export function FileCard({ name, size, address }: { name: string; size?: number | undefined; address: string }) {
  const url = address.startsWith('/') ? address : safeUrl(address)
  return (
    <div className="file-card">
      <FileText className="icon-xl" aria-hidden />
      <span>
        {url ? (
          <a className="md-link" href={url} target="_blank" rel="noopener noreferrer nofollow ugc" download>
            {name}
          </a>
        ) : (
          <b>{name}</b>
        )}
        {size !== undefined && <small>{formatBytes(size)}</small>}
      </span>
    </div>
  )
}
