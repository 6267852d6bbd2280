import { Link } from '@tanstack/react-router'
import { ArrowRight } from 'lucide-react'
import { docsLink } from '#web/app/docs-topic.ts'
import type { GroupText } from './groups.ts'
import './learn-more.css'

/** A link to the documentation about a group. */
export const LearnMore = ({ group, label = 'Learn more' }: { group: GroupText; label?: string }) => (
  <Link {...docsLink(group.docs)} className="learn-more">
    {label}
    {label === 'Learn more' && <span className="visually-hidden"> about {group.title}</span>}
    <ArrowRight className="icon-sm" aria-hidden />
  </Link>
)
