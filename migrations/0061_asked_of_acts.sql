ALTER TABLE `moderation_cases` ADD `asked` text;--> statement-breakpoint
ALTER TABLE `moderation_pending_acts` ADD `asked` text;