import { Hash, Lock, Megaphone, MessageCircle, MessagesSquare, Radio, Volume2 } from 'lucide-react'
import type { ChannelKind } from '#web/ui/discord/lookup.ts'

const icons: Record<ChannelKind, typeof Hash> = {
  text: Hash,
  announcement: Megaphone,
  voice: Volume2,
  stage: Radio,
  forum: MessagesSquare,
  thread: MessagesSquare,
  category: Hash,
  direct: MessageCircle,
}

export function ChannelIcon({ kind, locked = false }: { kind: ChannelKind; locked?: boolean }) {
  const Icon = locked && kind === 'text' ? Lock : icons[kind]
  return <Icon aria-hidden />
}
