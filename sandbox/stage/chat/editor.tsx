import { useState } from 'react'
import type { StageMessage } from '../client/model.ts'
import { sentenceOf } from '../client/rest.ts'
import { useStage } from '../context.ts'

/** Edits the account's own message in place: Enter saves, Escape cancels. */
export function Editor({ message, onClose }: { message: StageMessage; onClose(): void }) {
  const { session, say } = useStage()
  const [text, setText] = useState(message.content)
  const save = async () => {
    const content = text.trim()
    if (content === '') return
    try {
      if (content !== message.content) {
        await session.rest.call('PATCH', `/channels/${message.channel_id}/messages/${message.id}`, { content })
      }
      onClose()
    } catch (error) {
      say(sentenceOf(error))
    }
  }
  return (
    <div className="editor">
      <textarea
        className="input"
        aria-label="Edit message"
        value={text}
        rows={Math.min(8, text.split('\n').length)}
        // The editor opens on request, in place of the words being edited.
        ref={element => element?.focus()}
        onChange={event => setText(event.target.value)}
        onKeyDown={event => {
          if (event.key === 'Escape') onClose()
          if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
          event.preventDefault()
          void save()
        }}
      />
      <p className="msg-note">
        Escape to{' '}
        <button type="button" className="link" onClick={onClose}>
          cancel
        </button>
        , Enter to{' '}
        <button type="button" className="link" onClick={() => void save()}>
          save
        </button>
      </p>
    </div>
  )
}
