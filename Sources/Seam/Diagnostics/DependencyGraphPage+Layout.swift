extension DependencyGraphPage {
    /// The part of the script that indexes the graph and gives each service its place.
    static let layout = #"""
        const byID = new Map(graph.nodes.map(node => [node.id, node]));
        for (const node of graph.nodes) { node.out = []; node.in = []; }
        for (const edge of graph.edges) { byID.get(edge.from).out.push(edge); byID.get(edge.to).in.push(edge); }
        const scopes = [...new Set(graph.nodes.map(node => node.scope).filter(scope => scope))].sort();
        const chosen = new Set();
        let selected = null, query = "", shown = [], box = null, size = null;
        const find = selector => document.querySelector(selector);
        const list = find("#list"), detail = find("#detail"), view = find("#view");
        const svg = find("svg"), search = find("#search");

        function make(tag, attributes, ...children) {
          const inSVG = ["g", "rect", "text", "path", "title"].includes(tag);
          const element = inSVG ? document.createElementNS("http://www.w3.org/2000/svg", tag) : document.createElement(tag);
          for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
          element.append(...children);
          return element;
        }
        const isKept = node => node.scope && !["unique", "graph"].includes(node.scope) && node.kind !== "alias";
        const isFaulty = node => node.kind === "missing" || [...node.in, ...node.out].some(edge => edge.fault);
        const isFound = node => !query || node.key.toLowerCase().includes(query);
        const matches = node => isFound(node) && (!chosen.size || chosen.has(node.scope));

        // The services that a service needs, or that need it, however far away.
        function reach(node, direction, end) {
          const found = new Set([node.id]), queue = [node];
          while (queue.length) for (const edge of queue.pop()[direction])
            if (!found.has(edge[end])) { found.add(edge[end]); queue.push(byID.get(edge[end])); }
          return found;
        }

        // The second line of a node.
        const subtitle = node => node.kind === "missing" ? "not registered" : node.kind === "alias" ? "alias" :
          node.kind === "factory" ? node.scope : node.kind + ", " + node.scope;
        const widthOf = nodes => Math.min(240,
          Math.max(...nodes.map(node => 24 + Math.max(node.id.length * 7.2, subtitle(node).length * 6))));

        // Tall layers take several columns: as many as fill the window best.
        function arrange(layers, height, wideGap, lowGap) {
          let best = null;
          const most = Math.max(8, ...layers.map(layer => layer.length));
          for (let rows = 8; rows <= most; rows += Math.max(1, Math.floor(rows / 8))) {
            const columns = [];
            for (const layer of layers) {
              const parts = Math.ceil(layer.length / rows);
              for (let part = 0; part < parts; part++)
                columns.push([layer.filter((_, index) => index % parts === part), part < parts - 1]);
            }
            const width = columns.reduce((sum, column) => sum + widthOf(column[0]) + (column[1] ? lowGap : wideGap), 0);
            const tallest = Math.max(1, ...columns.map(column => column[0].length)) * height;
            const scale = Math.min(svg.clientWidth / width, svg.clientHeight / tallest);
            if (!best || scale > best.scale) best = { scale, columns };
          }
          return best.columns;
        }

        // Layers by the longest path from a service that nothing needs; edges back into a circle do not count.
        function layout(nodes) {
          const ids = new Set(nodes.map(node => node.id)), state = new Map(), order = [], back = new Set();
          for (const root of nodes) {
            if (state.has(root.id)) continue;
            const stack = [[root, 0]];
            state.set(root.id, 1);
            while (stack.length) {
              const top = stack[stack.length - 1], edge = top[0].out[top[1]++];
              if (!edge) { state.set(top[0].id, 2); order.push(top[0]); stack.pop(); continue; }
              if (!ids.has(edge.to)) continue;
              if (!state.has(edge.to)) { state.set(edge.to, 1); stack.push([byID.get(edge.to), 0]); }
              else if (state.get(edge.to) === 1) back.add(edge);
            }
          }
          order.reverse();
          const rank = new Map(nodes.map(node => [node.id, 0]));
          for (const node of order) for (const edge of node.out)
            if (ids.has(edge.to) && !back.has(edge)) rank.set(edge.to, Math.max(rank.get(edge.to), rank.get(node.id) + 1));
          // A service that needs others stands right before the nearest of them.
          for (const node of [...order].reverse()) {
            const below = node.out.filter(edge => ids.has(edge.to) && !back.has(edge)).map(edge => rank.get(edge.to));
            if (below.length) rank.set(node.id, Math.max(rank.get(node.id), Math.min(...below) - 1));
          }
          const isInner = edge => ids.has(edge.from) && ids.has(edge.to);
          const lone = nodes.filter(node => ![...node.in, ...node.out].some(isInner));
          const layers = [];
          for (const node of order) if (!lone.includes(node)) (layers[rank.get(node.id)] ??= []).push(node);
          for (let index = 0; index < layers.length; index++) layers[index] ??= [];
          const place = new Map();
          layers.forEach(layer => layer.forEach((node, index) => place.set(node.id, index / layer.length)));
          const sorted = (layer, key, end) => {
            const middle = new Map(layer.map(node => {
              const near = node[key].map(edge => place.get(edge[end])).filter(value => value !== undefined);
              const sum = near.reduce((sum, value) => sum + value, 0);
              return [node.id, near.length ? sum / near.length : place.get(node.id)];
            }));
            layer.sort((a, b) => middle.get(a.id) - middle.get(b.id));
            layer.forEach((node, index) => place.set(node.id, (index + .5) / layer.length));
          };
          for (let pass = 0; pass < 12; pass++) {
            for (const layer of layers) sorted(layer, "in", "from");
            for (const layer of [...layers].reverse()) sorted(layer, "out", "to");
          }
          const height = 44, gap = 12, wideGap = layers.length > 8 ? 56 : 80, lowGap = 30;
          const columns = arrange(layers, height + gap, wideGap, lowGap);
          let x = 0;
          const tallest = Math.max(1, ...columns.map(column => column[0].length)) * (height + gap);
          for (const [column, isSplit] of columns) {
            const width = widthOf(column);
            const top = (tallest - column.length * (height + gap)) / 2;
            column.forEach((node, index) =>
              Object.assign(node, { x, y: top + index * (height + gap) + (isSplit ? 12 : 0), width, height }));
            x += width + (isSplit ? lowGap : wideGap);
          }
          const wide = Math.max(4, Math.floor(Math.max(x, 900) / 210));
          const below = columns.length ? tallest + 40 : 0;
          lone.forEach((node, index) => Object.assign(node, { x: index % wide * 210, width: 190, height,
            y: below + Math.floor(index / wide) * (height + gap) }));
          return graph.edges.filter(isInner);
        }

        """#
}
