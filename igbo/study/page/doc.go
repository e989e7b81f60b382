// Package page makes one HTML file that needs nothing beside it. In flow sentences,
// tables and figures in sections; out flows a page that is readable on a phone and on paper, in
// light and in dark, runs no script and asks no network for anything.
//
// Tables scroll sideways in boxes of their own where the screen is narrower, and on paper
// they are made to fit, on a page that lies on its side where they are wide. Figures
// are drawings within the page, with their words for those who cannot see them.
package page
