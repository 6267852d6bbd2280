import type { Parts } from '#kernel/feature.ts'
import type moderation from './contract.ts'

/** The moderation part of the server's basic settings. */
export const forms: NonNullable<Parts<typeof moderation>['forms']> = {
  moderation: {
    read: ({ own }) => ({
      max_warn: own.maxWarn,
      max_warn_action: own.maxWarnAction,
      modlog_channel: own.modlogChannel,
      moderation: {
        enabled: own.enabled,
        warn_expiry_days: own.warnExpiryDays,
        dm_on_action: own.dmOnAction,
        appeal_text: own.appealText,
        reason_templates: own.reasonTemplates,
      },
    }),
    write({ save, author }, body) {
      save(
        {
          maxWarn: body.max_warnings,
          maxWarnAction: body.max_warn_action,
          modlogChannel: body.modlog_channel,
          enabled: body.enabled,
          warnExpiryDays: body.warn_expiry_days,
          dmOnAction: body.dm_on_action,
          appealText: body.appeal_text,
          reasonTemplates: body.reason_templates,
        },
        author,
      )
    },
  },
}
