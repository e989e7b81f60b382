// Package layered draws directed graphs in layers (Sugiyama, Tagawa and Toda,
// 1981): edges lead downwards, few of them cross, long ones run straight.
//
// It takes the sizes of boxes and the edges between them, and returns the positions of the boxes and curves for the edges. It draws
// nothing, is deterministic, and stores nothing between calls.
//
//	cycles  edges that close a cycle are turned for the time of the layout
//	layers  that make the edges short: network simplex, Gansner et al. (1993)
//	order   within layers: medians and exchanges of neighbours, the same paper
//	x       of four alignments: Brandes and Köpf (2001)
//	heads   side by side at their boxes, leaning to where their edges come from
//	curves  the shortest way between the boxes, its corners rounded
//
// Components without edges between them are laid out separately and put in rows.
package layered
