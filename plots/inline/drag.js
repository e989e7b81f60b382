// The page's side of Drag: the figure, and above it a circle for each point.
const ns = "http://www.w3.org/2000/svg";

function render({ model, el }) {
	el.innerHTML = '<div style="position:relative;display:inline-block;max-width:100%;line-height:0"><div></div>' +
		'<svg style="position:absolute;left:0;top:0;width:100%;height:100%;touch-action:none;overflow:visible"></svg></div>' +
		'<div role="alert" style="color:#d55e00;white-space:pre-wrap"></div>';
	const [box, fault] = el.children, [figure, over] = box.children;
	const circles = model.get("points").map((_, i) => {
		const circle = document.createElementNS(ns, "circle");
		for (const [name, value] of Object.entries({
			r: 9, fill: "#d55e0066", stroke: "#d55e00", "stroke-width": 2, tabindex: 0, role: "application", "data-lm-suppress-shortcuts": "true",
		})) { circle.setAttribute(name, value); }
		circle.style.cursor = "grab";
		over.append(circle);
		circle.addEventListener("pointerdown", e => { circle.setPointerCapture(e.pointerId); circle.focus(); e.preventDefault(); });
		circle.addEventListener("pointermove", e => { if (circle.hasPointerCapture(e.pointerId)) { move(i, value(e)); } });
		circle.addEventListener("keydown", e => {
			const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }[e.key];
			if (!step) { return; }
			e.preventDefault();
			e.stopPropagation();
			const [x0, y0, x1, y1] = model.get("ranges"), p = model.get("points")[i], parts = e.shiftKey ? 10 : 50;
			move(i, [p[0] + step[0] * (x1 - x0) / parts, p[1] + step[1] * (y1 - y0) / parts]);
		});
		return circle;
	});
	// value is where the pointer is, in the units of the axes.
	const value = e => {
		const box = over.getBoundingClientRect(), [width, height] = model.get("size");
		const [left, top, right, bottom] = model.get("place"), [x0, y0, x1, y1] = model.get("ranges");
		const x = (e.clientX - box.x) * width / box.width, y = (e.clientY - box.y) * height / box.height;
		return [x0 + (x - left) / (right - left) * (x1 - x0), y0 + (bottom - y) / (bottom - top) * (y1 - y0)];
	};
	const move = (i, [x, y]) => {
		const [x0, y0, x1, y1] = model.get("ranges"), points = model.get("points").map(p => p.slice());
		points[i] = [Math.min(Math.max(x, x0), x1), Math.min(Math.max(y, y0), y1)];
		model.set("points", points);
		model.save_changes();
	};
	const put = () => {
		const [left, top, right, bottom] = model.get("place"), [x0, y0, x1, y1] = model.get("ranges");
		over.setAttribute("viewBox", "0 0 " + model.get("size").join(" "));
		model.get("points").forEach(([x, y], i) => {
			circles[i].setAttribute("cx", left + (x - x0) / (x1 - x0) * (right - left));
			circles[i].setAttribute("cy", bottom - (y - y0) / (y1 - y0) * (bottom - top));
			circles[i].setAttribute("aria-label", "point " + (i + 1) + " at " + x.toPrecision(3) + ", " + y.toPrecision(3));
		});
	};
	const paint = () => { figure.innerHTML = model.get("figure"); put(); };
	const tell = () => { fault.textContent = model.get("fault"); };
	model.on("change:points", put);
	model.on("change:figure", paint);
	model.on("change:fault", tell);
	paint();
	tell();
}

export default { render };
