// Package layered computes layered layouts of directed graphs (Sugiyama, Tagawa and Toda 1981):
// edges point down, few edges cross, and long edges are straight.
//
// [Draw] takes the sizes of boxes and the edges between them, and returns the positions of the
// boxes and curves for the edges. It draws nothing itself. The result is deterministic. The steps
// are:
//
//	cycles  reverse the edges that close a cycle, during the layout only
//	layers  assign layers that minimise the total edge length: network simplex, Gansner et al. (1993)
//	order   order the nodes within layers: medians and swaps of neighbours, also Gansner et al.
//	x       assign x coordinates: the mean of four alignments, Brandes and Köpf (2001)
//	heads   place arrowheads side by side at their boxes, leaning towards their edges
//	curves  route each edge on the shortest path between the boxes, with rounded corners
//
// Connected components are laid out separately and placed in rows.
package layered
