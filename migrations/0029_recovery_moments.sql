ALTER TABLE `antinuke_recoveries` ADD `moment` integer;--> statement-breakpoint
ALTER TABLE `antinuke_actions` RENAME COLUMN `deed` TO `operation`;
