import { MessagePreview, PreviewNote } from '#web/app/preview/message-preview.tsx'
import { Badge } from '#web/ui/badge.tsx'
import type { ShownLook } from './use-look.ts'

/** What members will see, as edited. Apart from line breaks, nothing in it is interpreted as Discord's markdown. */
export function ProfilePreview({
  name,
  bio,
  avatarURL,
  bannerURL,
  own,
}: {
  name: string
  bio: string
  avatarURL: string | undefined
  bannerURL: string | undefined
  own: ShownLook['own'] | undefined
}) {
  const banner = bannerURL ?? own?.bannerURL ?? undefined
  const avatar = avatarURL ?? own?.avatarURL
  return (
    <MessagePreview title="Preview">
      <div className="bot-profile">
        <div className="bot-profile-banner">{banner !== undefined && <img src={banner} alt="" />}</div>
        {avatar !== undefined && <img className="bot-profile-avatar" src={avatar} alt="" width={64} height={64} />}
        <div className="bot-profile-text">
          <p className="bot-profile-title">
            <b className="bot-profile-name">{name.trim() || own?.name}</b>
            <Badge tone="accent">APP</Badge>
          </p>
          {bio.trim() !== '' && <p className="bot-profile-bio">{bio.trim()}</p>}
        </div>
      </div>
      <PreviewNote>Only in this server. Elsewhere the bot looks as it always does.</PreviewNote>
    </MessagePreview>
  )
}
