-- Names of what may be a thread, of rooms that somebody was moved between, and words that were stored as names: who may know them cannot be told.
UPDATE `moderation_cases` SET `channel_name` = NULL WHERE `kind` IN ('slowmode', 'purge') OR `channel_name` IN ('deleted channel', 'channel hidden from the bot');
--> statement-breakpoint
UPDATE `moderation_pending_acts` SET `channel_name` = NULL WHERE `kind` IN ('slowmode', 'purge');
--> statement-breakpoint
UPDATE `moderation_cases` SET `detail` = NULL WHERE `kind` = 'move' AND `detail` LIKE '% → %';
--> statement-breakpoint
UPDATE `moderation_pending_acts` SET `detail` = NULL WHERE `kind` = 'move';
