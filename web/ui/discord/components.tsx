import type { APIMediaGalleryComponent, APISectionComponent, APIThumbnailComponent } from 'discord-api-types/v10'
import { type ReactNode, useState } from 'react'
import { FileCard } from './attachments.tsx'
import { MessageButton, Row } from './controls.tsx'
import { component as kind, largeSpacing } from './enums.ts'
import { useLookup } from './lookup.ts'
import { Markdown } from './markdown/view.tsx'
import type { Container, ContainerChild, MessageComponent, MessageView } from './model.ts'
import { hexColour } from './model.ts'
import { Picture } from './picture.tsx'
import './components.css'

/** Everything below a message's text: rows of controls, or the layout of Components V2. */
export function Components({ message }: { message: MessageView }) {
  const components = message.components ?? []
  if (components.length === 0) return undefined
  return <div className="msg-components">{components.map((each, key) => top(message, each, key))}</div>
}

function top(message: MessageView, component: MessageComponent, key: number): ReactNode {
  if (component.type === kind.container) return <Box key={key} message={message} container={component} />
  return part(message, component, key)
}

function part(message: MessageView, component: ContainerChild, key: number): ReactNode {
  switch (component.type) {
    case kind.row:
      return <Row key={key} message={message} row={component} />
    case kind.text:
      return <Markdown key={key} text={component.content} />
    case kind.section:
      return <Section key={key} message={message} section={component} />
    case kind.separator:
      return (
        <hr
          key={key}
          className="v2-separator"
          data-large={component.spacing === largeSpacing || undefined}
          data-hidden={component.divider === false || undefined}
        />
      )
    case kind.gallery:
      return <Gallery key={key} gallery={component} />
    case kind.file:
      return <AttachedFile key={key} message={message} address={component.file.url} />
    default:
      return (
        <p key={key} className="msg-note">
          This page cannot display this component.
        </p>
      )
  }
}

function Box({ message, container }: { message: MessageView; container: Container }) {
  const [shown, setShown] = useState(container.spoiler !== true)
  if (!shown) {
    return (
      <button type="button" className="spoiler-cover" onClick={() => setShown(true)}>
        Spoiler
      </button>
    )
  }
  const { accent_color: accent } = container
  const edge = accent === null || accent === undefined ? undefined : { '--edge': hexColour(accent) }
  return (
    <div className="v2-container" style={edge} data-accent={edge !== undefined || undefined}>
      {container.components.map((each, key) => part(message, each, key))}
    </div>
  )
}

function Section({ message, section }: { message: MessageView; section: APISectionComponent }) {
  return (
    <div className="v2-section">
      <div>
        {section.components.map((each, key) => (
          <Markdown key={key} text={each.content} />
        ))}
      </div>
      {section.accessory.type === kind.button ? (
        <MessageButton message={message} button={section.accessory} />
      ) : (
        <Thumbnail thumbnail={section.accessory} />
      )}
    </div>
  )
}

function Thumbnail({ thumbnail }: { thumbnail: APIThumbnailComponent }) {
  return (
    <Picture className="embed-thumbnail" address={thumbnail.media.url} alt={thumbnail.description ?? 'Thumbnail'} />
  )
}

function Gallery({ gallery }: { gallery: APIMediaGalleryComponent }) {
  return (
    <div className="gallery">
      {gallery.items.map((item, key) => (
        <Picture key={key} address={item.media.url} alt={item.description ?? 'Image'} />
      ))}
    </div>
  )
}

/** A file of the same message, which `attachment://name` refers to. */
function AttachedFile({ message, address }: { message: MessageView; address: string }) {
  const lookup = useLookup()
  const name = address.replace(/^attachment:\/\//, '')
  const file = message.attachments?.find(each => each.filename === name || each.url === address)
  const url = file?.url ?? address
  const shownName = file?.filename ?? name.split('/').at(-1)?.split('?')[0] ?? 'file'
  return <FileCard name={shownName} size={file?.size} address={lookup.image(url) ?? url} />
}
