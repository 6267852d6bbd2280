ALTER TABLE `settings_history` ADD `touched` text DEFAULT '[]' NOT NULL;--> statement-breakpoint
UPDATE `settings_history` SET `touched` = (SELECT json_group_array(`key`) FROM json_each(`changes`));--> statement-breakpoint
CREATE INDEX `settings_history_touched` ON `settings_history` (`guild_id`,`feature`,`id`,`touched`);
