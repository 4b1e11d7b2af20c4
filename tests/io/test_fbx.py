"""FBX: a file by hand whose skin, blend shape and animation have closed forms."""

from __future__ import annotations

import gc
import os
from pathlib import Path

import numpy as np
import pytest

from pliant.errors import FileFormatError, OptionError
from pliant.io import read_clip, read_mesh, read_poses

pytest.importorskip("ufbx", reason="FBX is an extra: pip install pliant[fbx]")

# FBX counts time in these.
SECOND = 46186158000
# Two quads side by side, with a vertex of no polygon; in FBX the last corner of a polygon is negative.
V = np.array([[0, 0, 0], [1, 0, 0], [1, 1, 0], [0, 1, 0], [2, 0, 0], [2, 1, 0], [9, 9, 9]], dtype=float)
CORNERS = [0, 1, 2, -4, 1, 4, 5, -3]


def numbers(name: str, values) -> str:
    flat = np.asarray(values).ravel()
    return f"{name}: *{len(flat)} {{ a: {','.join(map(str, flat.tolist()))} }}\n"


def curve(key: int, values) -> str:
    times = [i * SECOND // 10 for i in range(len(values))]
    return f"""AnimationCurve: {key}, "AnimCurve::", "" {{ KeyVer: 4008
{numbers("KeyTime", times)}{numbers("KeyValueFloat", np.asarray(values, dtype=float))}
{numbers("KeyAttrFlags", [4])}{numbers("KeyAttrDataFloat", [0, 0, 0, 0])}
{numbers("KeyAttrRefCount", [len(values)])} }}
"""


def fbx(*, moves: bool = True) -> str:
    """A mesh whose right half follows a bone that rises, with a blend shape that moves vertex 0 in z."""
    identity, objects = np.eye(4), ""
    objects += f"""Geometry: 1, "Geometry::quads", "Mesh" {{
{numbers("Vertices", V)}{numbers("PolygonVertexIndex", CORNERS)}GeometryVersion: 124
LayerElementMaterial: 0 {{ MappingInformationType: "ByPolygon"
 ReferenceInformationType: "IndexToDirect"
 {numbers("Materials", [0, 1])} }}
Layer: 0 {{ Version: 100
 LayerElement: {{ Type: "LayerElementMaterial"
 TypedIndex: 0 }} }} }}
Model: 2, "Model::quads", "Mesh" {{ Properties70: {{
 P: "Lcl Translation", "Lcl Translation", "", "A",0,5,0 }} }}
Model: 3, "Model::bone", "LimbNode" {{ }}
NodeAttribute: 4, "NodeAttribute::bone", "LimbNode" {{ TypeFlags: "Skeleton" }}
Material: 5, "Material::red", "" {{ }}
Material: 6, "Material::blue", "" {{ }}
Deformer: 9, "Deformer::", "BlendShape" {{ Version: 100 }}
Deformer: 10, "SubDeformer::pull", "BlendShapeChannel" {{ Version: 100
 DeformPercent: 0
 {numbers("FullWeights", [100.0])} }}
Geometry: 11, "Geometry::pull", "Shape" {{ Version: 100
{numbers("Indexes", [0])}{numbers("Vertices", [0.0, 0.0, 2.0])}{numbers("Normals", [0.0, 0.0, 0.0])} }}
AnimationStack: 12, "AnimStack::lift", "" {{ Properties70: {{
 P: "LocalStart", "KTime", "Time", "",0
 P: "ReferenceStart", "KTime", "Time", "",0
 P: "LocalStop", "KTime", "Time", "",{SECOND // 5}
 P: "ReferenceStop", "KTime", "Time", "",{SECOND // 5} }} }}
AnimationLayer: 13, "AnimLayer::base", "" {{ }}
AnimationCurveNode: 16, "AnimCurveNode::DeformPercent", "" {{ Properties70: {{
 P: "d|DeformPercent", "Number", "", "A",0 }} }}
{curve(17, [0, 50, 100])}"""
    links = ["OO,2,0", "OO,3,0", "OO,1,2", "OO,5,2", "OO,6,2", "OO,4,3", "OO,9,1", "OO,10,9", "OO,11,10"]
    links += ["OO,13,12", "OO,16,13", 'OP,16,10, "DeformPercent"', 'OP,17,16, "d|DeformPercent"']
    if moves:
        objects += f"""Deformer: 7, "Deformer::", "Skin" {{ Version: 101 }}
Deformer: 8, "SubDeformer::", "Cluster" {{ Version: 100
{numbers("Indexes", [4, 5])}{numbers("Weights", [1.0, 1.0])}
{numbers("Transform", identity)}{numbers("TransformLink", identity)} }}
Deformer: 18, "SubDeformer::", "Cluster" {{ Version: 100
{numbers("Indexes", [0, 1, 2, 3, 6])}{numbers("Weights", [1.0] * 5)}
{numbers("Transform", identity)}{numbers("TransformLink", identity)} }}
Model: 19, "Model::still", "LimbNode" {{ }}
NodeAttribute: 20, "NodeAttribute::still", "LimbNode" {{ TypeFlags: "Skeleton" }}
AnimationCurveNode: 14, "AnimCurveNode::T", "" {{ Properties70: {{ P: "d|Y", "Number", "", "A",0 }} }}
{curve(15, [0, 3, 6])}"""
        links += ["OO,7,1", "OO,8,7", "OO,18,7", "OO,3,8", "OO,19,18", "OO,19,0", "OO,20,19", "OO,14,13"]
        links += ['OP,14,3, "Lcl Translation"', 'OP,15,14, "d|Y"']
    connections = "\n".join(f'C: "{link[:2]}",{link[3:]}' for link in links)
    return f"""; FBX 7.4.0 project file
FBXHeaderExtension: {{ FBXHeaderVersion: 1003
 FBXVersion: 7400 }}
GlobalSettings: {{ Version: 1000
 Properties70: {{
 P: "TimeMode", "enum", "", "",14
 P: "CustomFrameRate", "double", "Number", "",10 }} }}
Objects: {{
{objects} }}
Connections: {{
{connections} }}
"""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    file = tmp_path / "a.fbx"
    file.write_text(fbx())
    return file


def test_vertices_polygons_and_materials_keep_the_files_order(path):
    mesh = read_mesh(path)
    np.testing.assert_array_equal(mesh.V, V + np.array([0, 5, 0]))
    np.testing.assert_array_equal(mesh.polygons.corners, [0, 1, 2, 3, 1, 4, 5, 2])
    assert {name: rows.tolist() for name, rows in mesh.materials.items()} == {"red": [0], "blue": [1]}


def test_skins_and_blend_shapes_are_evaluated_frame_by_frame(path):
    clip = read_clip(path)
    assert (clip.count, clip.fps, clip.name) == (3, 10.0, "lift")
    lifted, pulled = np.zeros((7, 3)), np.zeros((7, 3))
    lifted[[4, 5], 1], pulled[0, 2] = 3.0, 1.0
    # A skin carries the mesh from where it was bound, without the place of its own node.
    expected = V + np.arange(3)[:, None, None] * (lifted + pulled)
    np.testing.assert_allclose(clip.array(), expected, atol=1e-6)
    assert read_clip(path, fps=20).count == 5
    with pytest.raises(OptionError, match="lift"):
        read_clip(path, clip="walk")


def test_blend_shapes_are_poses_where_nothing_else_moves(tmp_path, path):
    (tmp_path / "b.fbx").write_text(fbx(moves=False))
    poses = read_poses(tmp_path / "b.fbx")
    assert poses.names == ("base", "pull")
    np.testing.assert_allclose(poses.V[1, 0] - poses.V[0, 0], [0, 0, 2], atol=1e-12)
    assert read_poses(path).names == ("rest", "lift@0.000", "lift@0.100", "lift@0.200")


def test_a_pass_that_is_given_up_leaves_no_process(path):
    frames = iter(read_clip(path))
    next(frames)
    del frames
    gc.collect()
    children = Path(f"/proc/self/task/{os.getpid()}/children")
    if not children.exists():
        pytest.skip("this system does not list the children of a process")
    for child in children.read_text().split():
        assert b"fbx.child_process" not in Path(f"/proc/{child}/cmdline").read_bytes()


def test_what_is_no_fbx_is_refused_by_name(path):
    path.write_text(fbx()[:900])
    with pytest.raises(FileFormatError, match=r"a\.fbx"):
        read_clip(path)
    path.write_bytes(b"no fbx")
    with pytest.raises(FileFormatError, match=r"a\.fbx"):
        read_mesh(path)
